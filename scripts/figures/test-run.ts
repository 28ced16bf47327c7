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
    title: 'the entry page has at most 130 kB including fonts',
  },
  {
    name: 'layout shift over a whole journey',
    reach: '0.00',
    file: 'e2e/vitals.phone.spec.ts',
    title: 'a purchase has no layout shift, and each tap shows its price',
  },
  {
    name: 'findings of axe, every state of the state book (all brands and schemes: `npm run states:all`)',
    reach: '0',
    file: 'e2e/states.phone.spec.ts',
    title: 'state book, ',
  },
  {
    name: 'mutants of the purchase code that the checks detect',
    reach: '8 of 8',
    file: 'test/schedules/mutants.test.ts',
    title: 'the mutant %s is detected by the check %s',
  },
  {
    name: 'schedules of clicks, payments, crashes and faults whose records disagree',
    reach: '0 of 150',
    file: 'test/schedules/schedules.test.ts',
    title: 'schedules of clicks, payments, notices, crashes and faults end with records that agree',
  },
  {
    name: 'hostile requests answered with 500 and above, or that changed a row',
    reach: '0 of 1,000',
    file: 'test/abuse/hostile-input.test.ts',
    title: 'hostile requests cause no 500, no write by a refused request',
  },
  {
    name: 'findings of csp_evaluator',
    reach: '0',
    file: 'server/plugins/csp.test.ts',
    title: 'the CSP evaluator finds no issue, with or without reCAPTCHA',
  },
  {
    name: 'slow connections closed, while customers are served',
    reach: '200 of 200',
    file: 'test/abuse/request-checks.test.ts',
    title: 'two hundred slow senders are disconnected while customers are served',
  },
  {
    name: 'requirements and threats without a test',
    reach: '0',
    file: 'test/conventions/requirements.test.ts',
    title: 'every requirement and every threat has a test',
  },
]
