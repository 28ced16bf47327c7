/** Why a figure is missed, by how its name begins: written by whoever looked into it, printed beside the figure. */
export const reasons: readonly (readonly [figure: string, why: string])[] = [
  [
    'script of the whole journey',
    'React takes 67 of the 135 kB that 2 × allows. The frame with calls and fields is 16 on top, the five steps with their rules, words and popups 55, the pages around them 8, the captcha’s worker 2. All of it in one file would come to 135: the borders between what is fetched when cost 13, and without them no first screen would stay below its 1.35 ×. Decision 0052 tells what was done and what gave nothing.',
  ],
  [
    'amend',
    'By CPU it holds, 0.39, since an amend writes no index of the insurer’s quotes anew. By time eight clients wait for one thread of the node, and pgbench for none: it spreads over both processors.',
  ],
  [
    'a schedule as PDF',
    'The machine: an empty page took 1.3 ms here and 0.4 ms on the one where a schedule took 43.8 ms, so about as many times as long. It is drawn by a thread of its own, never while a request waits.',
  ],
  [
    'retrieval',
    'One statement, as the floor. Of what the node uses two fifths are the writes to its two sockets and a tenth is collecting; the rest is HTTP, the checks of request and session, and an answer of three kilobytes. By time the floor has two processors and the node one.',
  ],
  [
    'CPU of a validated call',
    'Hooks, the schema’s check of body and answer, the origin’s and the session’s, and ten headers. No one of them stands out in a profile; a quarter of it is the write to the socket, as in the floor.',
  ],
  [
    'memory',
    'Node’s own file is 62 MB, which nodes of one machine share. The heap of the thread that answers holds 57 MB after a collection and 93 before one, that of the thread that draws the papers 21 and 57, and 60 to 80 are buffers and what the C library keeps. A tighter heap is collected more often: the papers’ thread spends a sixth of its time on that as it is. It stays flat.',
  ],
  [
    'told to come back',
    'One to three in a thousand, with 503 and Retry-After, while one node carries the load of both and the new one starts on the same two processors: nothing failed, and the page comes back by itself.',
  ],
  [
    '10000000: purge',
    '76 milliseconds for a hundred quotes: no plan reads a table, but the bench picked them from all over 61 GiB, most of which is on the disk. Quotes that grow old lie together, as they were made; the bench takes such ones now, and has not been at ten million since.',
  ],
  [
    '(a)',
    'Generator, node and database share two processors: above saturation the generator and what is refused take from both what serving needs. With a generator that takes a quarter less it came from 0.75 and 0.48 to between 0.89 and 0.92 and between 0.74 and 0.78.',
  ],
  [
    '(c)',
    'A refusal takes microseconds; what it waits for is the one processor that generator and database share. Between 71 and 110 ms from one run to the next.',
  ],
  [
    'Lighthouse of',
    'Accessibility, best practices and SEO are 100 on every page, performance 100 as the median of most and 99 of the rest, by turns: a task of the main thread that the shared machine happened to hold up, 200 milliseconds of it where the run before had none. Decision 0050 tells what brought the first page up from 73 on a machine half as fast.',
  ],
  [
    'longest',
    'A tap on a page with one button takes 16 to 24 ms on this processor, slowed four times. A tap on the quote page keeps it busy for 30 ms; the longest of seven in a journey is what is counted, as the longest step of eight: most come after 100 ms. The processor is shared: the version before took 120, 75 and 137 ms in an hour when a node answered 1,850 calls a second, this one 128, 86 and 153 in one when it answered 790.',
  ],
  [
    '`npm test`, the slowest',
    'Two processors of a shared machine, which take 14 minutes at one hour and 17 at another for the same commit. Two fifths are unit and call tests, three fifths browsers that buy; both keep both processors busy throughout.',
  ],
]
