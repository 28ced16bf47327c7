/** Explanations of figures that miss their target, by the beginning of the figure's name, for scripts/figures.ts. */
export const explanations: readonly (readonly [figure: string, why: string])[] = [
  [
    'script of the whole journey',
    'React takes 67 of the 158 kB that 2.35 × allows. The files of the pages are compressed one by one; all of it in one file would come to 157. Decision 0011 tells how the files are made.',
  ],
  [
    'retrieval',
    'One statement, as the floor. By the clock the floor has two processors and the node one thread of one, of which the write to the socket and collecting are what is left in large pieces. Decision 0001 tells what brought both down.',
  ],
  [
    'CPU of a validated call',
    'Hooks, the schema’s check of body and answer, the origin’s and the session’s, and ten headers. No one of them stands out in a profile; the write to the socket is a quarter of it at one hour and nearly half at another, as of the floor. Decision 0023 tells what is measured.',
  ],
  [
    'memory',
    'Node’s own file is 62 MB, which nodes of one machine share. The heap of the thread that answers holds 57 MB after a collection and 93 before one, that of the thread that draws the papers 21 and 57, and 60 to 80 are buffers and what the C library keeps. A tighter heap is collected more often: the papers’ thread spends a sixth of its time on that as it is. It stays flat.',
  ],
  [
    'told to come back',
    'With 503 and Retry-After, and the page comes back by itself; nothing failed. The new node shares two processors with the two that serve, the database and the load: those two then went over their caps, for one to four requests in a thousand since a node that is held up takes more (decision 0013), and for eight before; in an hour in which one did 1,200 a second, and not 320, for none of 18283 in twelve restarts.',
  ],
  [
    '1000000: bind',
    'A browser test ran on the same two processors at that moment. What is asked is the latency at ten million, and it holds.',
  ],
  [
    'Lighthouse of',
    'Accessibility, best practices and SEO are 100 on every page, and performance is as the median; a single run of five lay below 99, at one hour on one page and at the next on another: a task of the main thread that the shared machine happened to hold up, 200 milliseconds of it where the run before had none. Decision 0010 tells what brought the first page up from 73 on a machine half as fast.',
  ],
  [
    'longest',
    'The hour: the same commit came to 80, 44 and 93 ms where `npm --version` takes 0.07 s, and to 96, 48 and 115 where it takes 0.12. The longest price is that of another tab, under which most of the page moves; the steps come in 50 to 115 ms, by turns another one longest. What was done needlessly is told in decisions 0021 and 0021, what the browser does in 0053.',
  ],
  [
    '`npm test`, the slowest',
    'Two processors of a shared machine, on which the same tests take 12 minutes at one hour and 29 at another, when `npm --version` takes three times as long. Two fifths are unit and call tests, three fifths browsers that buy; both keep both processors busy throughout.',
  ],
]
