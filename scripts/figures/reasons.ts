/** Why a figure is missed, by how its name begins: written by whoever looked into it, printed beside the figure. */
export const reasons: readonly (readonly [figure: string, why: string])[] = [
  [
    'script of',
    'React takes 67 of the 91 kB that 1.35 × allows. Frame, calls and words take 23, so nothing is left for a step, which brings 9 to 24. The largest piece that could go is the library behind the address box, 13 kB.',
  ],
  [
    'amend endpoint',
    'Of the node’s time most goes into writing to two sockets, HTTP and database; the floor runs the same few statements, so fewer of them help it as much.',
  ],
  [
    'quote retrieval',
    'One statement, as the floor: what is left is the reading of a request and the checking of an answer.',
  ],
  [
    'CPU of a validated call',
    'A fifth above three: hooks, the schema’s check of body and answer, and the origin’s and the session’s.',
  ],
  ['memory', 'A thread of its own draws the papers, with a font and a copy of the code: some 60 MB.'],
]
