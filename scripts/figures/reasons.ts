/** Why a figure is missed, by how its name begins: written by whoever looked into it, printed beside the figure. */
export const reasons: readonly (readonly [figure: string, why: string])[] = [
  [
    'script of the whole journey',
    'React takes 67 of the 135 kB that 2 × allows. The frame with calls and fields is 16 on top, the five steps with their rules, words and popups 55, the pages around them 8, the captcha’s worker 2. All of it in one file would come to 139: the borders between what is fetched when cost 10, and without them no first screen would stay below its 1.35 ×. Decision 0052 tells what was done and what gave nothing.',
  ],
  [
    'a schedule as PDF',
    'The machine: an empty page took 1.3 ms here and 0.4 ms on the one where a schedule took 43.8 ms, so about as many times as long. It is drawn by a thread of its own, never while a request waits.',
  ],
  [
    'retrieval',
    'One statement, as the floor. By time the floor has two processors and the node one thread of one: of that 29 % is the schema’s check of the answer, 13 % writing its three kilobytes as JSON, 17 % the write to the socket and 12 % collecting. Decisions 0016 and 0054 tell what brought both down.',
  ],
  [
    'CPU of a validated call',
    'Hooks, the schema’s check of body and answer, the origin’s and the session’s, and ten headers. No one of them stands out in a profile; the write to the socket is a quarter of it at one hour and nearly half at another, as of the floor. Rounds of one run come to anything from 2.2 to 4.7 from one hour to the next, and those with metrics, which do more, to less; the best runs came to 2.8 to 3.1.',
  ],
  [
    'npm start again',
    'The machine: `npm --version` took 0.20 s in this hour, and 0.10 in the one in which a second start took 1.66.',
  ],
  [
    'memory',
    'Node’s own file is 62 MB, which nodes of one machine share. The heap of the thread that answers holds 57 MB after a collection and 93 before one, that of the thread that draws the papers 21 and 57, and 60 to 80 are buffers and what the C library keeps. A tighter heap is collected more often: the papers’ thread spends a sixth of its time on that as it is. It stays flat.',
  ],
  [
    'told to come back',
    'With 503 and Retry-After, while one node carries the load of both and the new one starts on the same two processors: one to thirteen in a thousand where nothing else runs, as quick as the machine is. Nothing failed, and the page comes back by itself.',
  ],
  [
    '1000000: bind',
    'A browser test ran on the same two processors at that moment. What is asked is the latency at ten million, and it holds.',
  ],
  [
    '(a)',
    'Calls alone, against the calls in S. To refuse one takes 24 to 36 µs by itself, nine tenths of that Node’s reading and writing, and twice as much between the work on others, which at 5 S is a third of the node’s core. Of what is left binds come first; since a repeated one is told from two reads it came from 0.42 to 0.61 within the hour, and S from 1,240 to 1,550.',
  ],
  [
    '(c)',
    'A refusal waits for the turn of the loop in which it comes: 81 to 125 ms for the slowest hundredth from one hour to the next. What is shed at 0.7 S is a machine that went slower within the minute.',
  ],
  [
    'Lighthouse of',
    'Accessibility, best practices and SEO are 100 on every page, performance 100 as the median of most and 99 of the rest, by turns: a task of the main thread that the shared machine happened to hold up, 200 milliseconds of it where the run before had none. Decision 0050 tells what brought the first page up from 73 on a machine half as fast.',
  ],
  [
    'longest',
    'The processor is shared: a tap on a page with one button took 16 ms in this hour as in the one in which an earlier version reached 128, 86 and 153, and 32 in others. A tap of ours takes six to twelve times the floor in every hour measured. Of the longest step, to the quote, some 110 ms are React drawing it and putting it into the page, 40 styles and layout, 25 paint. What it costs by the trace, with React’s own part as yardstick, is told in decision 0053. The longest of seven taps in a journey is what is counted, as the longest step of eight.',
  ],
  [
    '`npm test`, the slowest',
    'Two processors of a shared machine, which take 14 minutes at one hour and 19 at another for the same commit. Two fifths are unit and call tests, three fifths browsers that buy; both keep both processors busy throughout.',
  ],
]
