/** Why a figure is missed, by how its name begins: written by whoever looked into it, printed beside the figure. */
export const reasons: readonly (readonly [figure: string, why: string])[] = [
  [
    'script of',
    'React takes 67 of the 91 kB that 1.35 × allows, frame, calls and fields 15 on top. Header and footer are drawn by the server alone, what stands below the first window comes in the next file, popups and what only who comes back needs in their own; what is left of steps 3 and 4 is their first window, its rules and its words. The whole journey counts all of it, and the library behind the address box.',
  ],
  [
    'amend',
    'By CPU it is reached. By time eight clients wait for one thread of the node, and pgbench for none: it spreads over both processors.',
  ],
  [
    'retrieval',
    'One statement, as the floor: what is left is HTTP, the checks of request and session, and an answer of three kilobytes.',
  ],
  [
    'CPU of a validated call',
    'Hooks, the schema’s check of body and answer, the origin’s and the session’s, and ten headers. No one of them stands out in a profile; a quarter of it is the write to the socket, as in the floor.',
  ],
  [
    'memory',
    'A thread of its own draws the papers, with a font and a copy of the code: some 60 MB. As much is Node’s own file, which nodes of one machine share.',
  ],
  [
    'told to come back',
    'One to five in a thousand, with 503 and Retry-After, while one node carries the load of both: nothing failed, and the page comes back by itself.',
  ],
  [
    '1000000: purge',
    'In two runs on one day 1.21 and 1.56, 27 and 32 milliseconds for a hundred quotes: no plan reads a table, but what is forgotten lies anywhere in one that is a hundred times as large.',
  ],
  [
    '(a)',
    'Generator, node and database share two processors: above saturation the generator and what is refused take from both what serving needs. In four runs of one hour it was 1.35, 0.95, 0.72 and 0.81 at 2 S, and 0.98, 0.72, 0.58 and 0.50 at 5 S, at an S of 846 to 1,632 a second: the slower the machine, the better it held.',
  ],
  [
    '(c)',
    'Arrivals come in bursts, and the caps count what is in flight: a burst at 0.7 S meets them although the second does not. Higher caps would cost (b).',
  ],
  [
    'Lighthouse of',
    'One run of two brands on a machine half as fast as the others of this page, where the main thread’s time counts four times: one page scored 94 in one brand and 72 in the other. Accessibility, best practices and SEO are 100 on every page. Not yet looked at: medians of five on a quiet machine.',
  ],
  [
    'largest paint',
    'One run, as above; why a step’s largest paint waits for its script is not yet looked into.',
  ],
  [
    'longest',
    'A tap on a page with one button takes some 24 ms on this processor, slowed four times. A tap on the quote page keeps it busy for 30 ms; the longest of seven in a journey is what is counted, as the longest step of eight: most come after 100 ms. The processor is shared, and runs of an hour apart differ by half.',
  ],
]
