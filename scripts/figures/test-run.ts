/** Figures that tests enforce, each with its test's title, for the page of figures. */
export interface HeldFigure {
  readonly name: string
  readonly reach: string
  /** The path from the root. */
  readonly file: string
  /** The test's title after its requirement ids, or a part of it. */
  readonly title: string
}

export const heldFigures: readonly HeldFigure[] = [
  {
    name: 'all bytes of the entry screen, brotli, fonts included',
    reach: '≤ 130 kB',
    file: 'e2e/vitals.phone.spec.ts',
    title: 'the entry screen takes 130 kB at most, its fonts and all',
  },
  {
    name: 'layout shift over a whole journey',
    reach: '0.00',
    file: 'e2e/vitals.phone.spec.ts',
    title: 'nothing moves unasked from the first page to the policy',
  },
  {
    name: 'findings of axe, every state of the state book (all brands and schemes: `npm run states:all`)',
    reach: '0',
    file: 'e2e/states.phone.spec.ts',
    title: 'state book, ',
  },
  {
    name: 'mutants of the purchase that the checks of its records catch',
    reach: '8 of 8',
    file: 'test/schedules/mutants.test.ts',
    title: 'the mutant %s is detected by the check %s',
  },
  {
    name: 'schedules of clicks, payments, crashes and faults after which the records do not agree',
    reach: '0 of 150',
    file: 'test/schedules/schedules.test.ts',
    title: 'schedules of clicks, payments, notices, crashes and faults end with records that agree',
  },
  {
    name: 'hostile requests answered with 500 and above, or that changed a row',
    reach: '0 of 1,000',
    file: 'test/abuse/hostile-input.test.ts',
    title: 'hostile requests: never 500, nothing written by a refused one',
  },
  {
    name: 'findings of csp_evaluator',
    reach: '0',
    file: 'server/plugins/csp.test.ts',
    title: 'the CSP evaluator finds no issue, with or without reCAPTCHA',
  },
  {
    name: 'slow connections closed, while visitors are served',
    reach: '200 of 200',
    file: 'test/abuse/request-checks.test.ts',
    title: 'two hundred slow senders are all shut out while visitors are served',
  },
  {
    name: 'requirements and abuses that no test names',
    reach: '0',
    file: 'test/conventions/requirements.test.ts',
    title: 'every requirement and every abuse has a test',
  },
]
