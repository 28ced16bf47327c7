/** Tests of the schedule: what it says, by its blocks; and its PDF: letters, tags for screen readers, hostile input. */
import { expect, test } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { otherLender } from '#journey/lenders.ts'
import { moneyText } from '#journey/money.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { misrepresentationWarning } from '#journey/underwriter.ts'
import { type PdfContents, readPdf } from '#test/read-pdf.ts'
import { policyOfTheDay, policyRecord, sampleBrand } from '#test/sample-records.ts'
import { documentText, textsOf } from '#test/samples/document-text.ts'
import { texts } from '#test/samples/texts.ts'
import { scheduleVersion } from './document-versions.ts'
import { scheduleBlocks, schedulePdf } from './schedule.ts'

const brand = sampleBrand('turners')
const { car, choice, drivers, payment, policyholders, premium } = policyRecord
const [driver] = drivers
const [policyholder] = policyholders
if (!driver || !policyholder) throw new Error('the sample has people')

/** The sample with changes. */
const withChanges = (changes: Partial<PolicyRecord>): PolicyRecord => ({ ...policyRecord, ...changes })
const withChoice = (changes: Partial<PolicyRecord['choice']>) =>
  withChanges({ choice: { ...choice, ...changes } })
/** The text of the schedule for the sample record with changes. */
const textOf = (changes: Partial<PolicyRecord> = {}) =>
  documentText(scheduleBlocks(withChanges(changes), brand))
const textOfChoice = (changes: Partial<PolicyRecord['choice']>) => textOf(withChoice(changes))

const blocksOfPage1 = (record: PolicyRecord) => {
  const blocks = scheduleBlocks(record, brand)
  return blocks.slice(
    0,
    blocks.findIndex(({ kind }) => kind === 'endOfFirstPage'),
  )
}
const page1Of = (record: PolicyRecord) => documentText(blocksOfPage1(record))

const render = async (record: PolicyRecord) => readPdf(await schedulePdf(record, brand))
let sample: Promise<PdfContents> | undefined
const samplePdf = () => {
  sample ??= render(policyRecord)
  return sample
}

const forBusiness = withChanges({
  applicantType: 'Business',
  businessName: 'Tāwhiri & Daughters Limited',
  carValueDollars: 0,
  excessDollars: 500,
  choice: {
    ...choice,
    cover: 'THIRD_PARTY',
    frequency: 'ANNUAL',
    voluntaryExcess: 0,
    excessFreeWindow: false,
    hireCar: false,
  },
  premium: { ...premium, instalmentCents: 91_963, yearTotalCents: 91_963 },
  payment: {
    method: 'card',
    maskedSource: 'American Express ending in 1111',
    terms: null,
    amountCents: 91_963,
    firstDebit: '2026-11-21',
    countedFrom: '2026-11-21',
  },
})

test.each(
  texts(`
    Policy number MV00412073 | Insurer Kererū Mutual Insurance Limited | Provider Tūī Cars
    Ms Māia Tūhoe Mr Seán O’Brien | from 27 November 2026 to 27 November 2027
    2018 Toyota Corolla GX Hatchback 1.8L | JHU968, automatic | Am I covered? From 27 November 2026
    One year. Cover ends at midnight as this day begins. | Everyday Plus
    $15,000, the agreed value of your car | $700 excess | Kauri Lending has lent money
  `),
)('[PAY-06] page 1 states whether the car is covered, for what, until when, and the excess: %s', words => {
  expect(page1Of(policyRecord)).toContain(words)
})

test.each([
  ...texts(`
    adds $500 adds $1,250 | adds $250 adds $700 | adds $800
    An inexperienced driver is 25 or older and has been licensed for less than 2 years.
    Driver history counts only where a line below says so of the driver.
    Excess-free window, Hire car | Hire car Up to 14 days | Up to $20,000,000 | Up to $1,000,000
    Māia Tūhoe (main driver) | Anne-Marie O’Brien 02/08/2003 | Incidents declared
    At fault, excess payable, April 2025
    Licence suspension, disqualification or cancellation, November 2024
    Used to earn an income | Modified, other than for a disability | Criminal record
    3/210 Mātua Road, Te Atatū Peninsula, Auckland 0610 | PO Box 117 | 021 123 4567
    Tell us by 18 December 2026, 21 days from the start of cover, if anything is wrong or missing.
    $38.20 a fortnight, $993.20 for the year, GST included | GST $129.55 | $25.00 before GST
    Bank account ••-••••-•••••00-00 | 1 of 26 30 November 2026 $38.20 | 26 of 26
    KERERU INS, CAR COVER, MV00412073 | 000-000-111
    You can cancel until 18 December 2026, 21 days from the start of cover, and get back all you paid
    Every policyholder has full authority | 0800 100 252 | Aotearoa Example Disputes Scheme
    0800 100 884 | Issued on 21 November 2026. Schedule version ${scheduleVersion}.
  `),
  misrepresentationWarning,
])('[PAY-06] [PAY-13] the schedule contains every detail of the policy: %s', words => {
  expect(textOf()).toContain(words)
})

test('[PAY-06] [DRIVER-05] [QUOTE-06] the schedule says nothing that does not apply', () => {
  expect(textOf()).not.toMatch(/last 3 years|call-outs|stands in their place/)
  expect(textOfChoice({ roadsideAssistance: true })).toContain('Roadside assistance Up to 6 call-outs a year')
})

test('[PAY-06] [PAY-13] the PDF prints every text of the schedule, that of page 1 on page 1', async () => {
  for (const [record, { text, pages, check, info }] of [
    [policyRecord, await samplePdf()],
    [forBusiness, await render(forBusiness)],
  ] as const) {
    for (const words of textsOf(blocksOfPage1(record))) expect(pages[0]).toContain(words)
    for (const words of textsOf(scheduleBlocks(record, brand))) expect(text).toContain(words)
    expect(text).not.toContain('…')
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page).toContain('Policy MV00412073')
    }
    expect(check).toContain('No syntax or stream encoding errors found')
    expect(info).toMatch(/Title: +Car insurance schedule/)
    expect(info).toMatch(/Tagged: +yes/)
    expect(info).toMatch(/Page size: +595\.28 x 841\.89 pts \(A4\)/)
    // The payments are on a page of their own, the last one.
    const ofPayments = record === policyRecord ? 1 : 0
    expect(pages.filter(page => page.includes('Your payments'))).toHaveLength(ofPayments)
    expect(pages.length - ofPayments).toBeLessThanOrEqual(5)
  }
})

test('[PAY-06] [T23] the PDF has a language, tagged headings and header cells, and no script or link', async () => {
  const { objects } = await samplePdf()
  const tags = ['/S /H1', '/S /H2', '/S /TH', '/S /TD', '/S /LI', '/Scope /Row', '/Scope /Column']
  for (const mark of [...tags, '/Lang (en-NZ)', '/DisplayDocTitle true', 'pdfuaid:part>1'])
    expect(objects).toContain(mark)
  for (const danger of ['/JS', '/JavaScript', '/Launch', '/URI', '/EmbeddedFile', '/OpenAction'])
    expect(objects).not.toContain(danger)
})

test('[PAY-06] a screen reader separates the lines of a cell and the parts of the page header', async () => {
  const { structure } = await samplePdf()
  for (const words of texts(`
    "Tūī Cars" | "${brand.tagline}" | "Ms Māia Tūhoe Mr Seán O’Brien" | April 2025 Licence suspension
    "2018 Toyota Corolla GX Hatchback 1.8L Plate JHU968, automatic"
    "Born 27/03/1990 maia@post.example 021 123 4567"
  `))
    expect(structure).toContain(words)
})

test('[PAY-06] every table row has header cells with a scope: the first cell, or all cells of a head row', async () => {
  const tree = (await samplePdf()).structure.replace(/\s+/g, ' ')
  const row = (label: string, value: string) => `TR TH: /Scope /Row "${label}" TD:? "${value}" `
  expect(tree).toMatch(
    new RegExp(`Table \\(block\\) ${row('Policy number', 'MV00412073')}${row('Insurer', 'Kererū[^"]+')}`),
  )
  const head = ['Payment', 'Date', 'Amount'].map(text => `TH: /Scope /Column "${text}" `).join('')
  expect(tree).toMatch(new RegExp(`Table \\(block\\) TR ${head}TR TH: /Scope /Row "1 of 26" TD:? "`))
  expect(tree.match(/ TR /g)?.length).toBe(tree.match(/ TR TH: /g)?.length)
})

test('[PAY-06] the premium’s components add up to the year’s price, to the cent', () => {
  const atOnce = { ...premium, instalmentCents: premium.annualCents, yearTotalCents: premium.annualCents }
  const annual = { ...withChoice({ frequency: 'ANNUAL' }), premium: atOnce }
  const steps = premium.steps.filter(({ code }) => code !== 'FENZ_LEVY')
  for (const record of [policyRecord, annual, withChanges({ premium: { ...premium, steps } })]) {
    const text = textOf(record)
    const centsOf = (label: string) =>
      Number(new RegExp(`${label} \\$([\\d,.]+\\d)`).exec(text)?.[1]?.replace(/[,.]/g, '') ?? 0)
    const total = centsOf('Total for the year')
    expect(total).toBe(record.premium.yearTotalCents)
    // Without price steps the price may include a levy, so the schedule must not deny it.
    const hasLevy = record.premium.steps !== steps
    const before = hasLevy ? 'Premium before levy and GST' : 'Premium before GST'
    const parts = [before, 'Fire and Emergency levy', '(?<!and |before )GST'].map(centsOf)
    expect(text.includes('levy')).toBe(hasLevy)
    expect(parts.reduce((sum, cents) => sum + cents)).toBe(total)
    expect(text.includes('Paying in instalments')).toBe(record !== annual)
    if (record !== annual)
      expect(centsOf('Paying in instalments') + centsOf('of the total: paid at once, it is')).toBe(total)
  }
})

test('[PAY-06] instalments that are rounded down are not described as more expensive than annual payment', () => {
  const annualCents = premium.yearTotalCents + 4
  const text = textOf({ premium: { ...premium, annualCents } })
  expect(text).toContain(
    `Rounding of each payment $0.04 less than paid at once: that is ${moneyText(annualCents)}`,
  )
  expect(text).not.toContain('Paying in instalments')
})

test('[PAY-06] [QUOTE-04] the schedule separates the imposed excess from the voluntary excess', () => {
  expect(textOf()).toContain(
    'Of the policy excess, $400 is the lowest we offer you, and $300 is what you chose on top.',
  )
  for (const change of [{ voluntaryExcess: 0 }, { cover: 'THIRD_PARTY' }] as const)
    expect(textOfChoice(change)).not.toContain('Of the policy excess')
})

test('[PAY-06] [SHELL-03] each brand’s schedule has its name, even if its logo cannot be drawn', async () => {
  const onScreens = { ...brand, name: 'Fifth', logoSvg: '<svg viewBox="0 0 40 40"><text>5</text></svg>' }
  for (const each of [...readBrands().values(), onScreens]) {
    const { text, check } = readPdf(await schedulePdf(policyRecord, each))
    expect(text).toContain(each.name)
    expect(check).toContain('No syntax or stream encoding errors found')
  }
})

test('[PAY-06] [T23] hostile and long answers are printed as plain text', async () => {
  const nasty = ') Tj /JS (app.alert(1)) <script>'
  const long = { ...policyholder, firstName: 'Wiremu-Tāne '.repeat(4).trim(), lastName: 'Ō'.repeat(50) }
  const marked = { ...driver, firstName: 'Ma\u0304ia', lastName: 'Kaleo\u02BBa' }
  const { text, check, objects } = await render(
    withChanges({
      car: { ...car, financeCompany: nasty },
      policyholders: Array(5).fill(long),
      drivers: Array(5).fill(marked),
    }),
  )
  expect(text).toContain(nasty)
  expect(text).toContain('Māia Kaleo‘a')
  expect(text).not.toContain('…')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(objects).not.toMatch(/\/S \/JavaScript/)
})

test('[PAY-06] characters that the typeface lacks are marked, with a note', async () => {
  const { pages, check, objects } = await render(
    withChanges({ policyholders: [{ ...policyholder, firstName: 'Олена', lastName: 'Tūhoe-Nguyễn' }] }),
  )
  expect(pages[0]).toContain('Ms ????? Tūhoe-Nguy?n')
  expect(pages[0]).toContain('‘?’ stands in their place')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(objects).not.toContain('<0000> Tj')
})

test('[PAY-06] content that overflows page 1 is not alone on page 2', async () => {
  const names = { firstName: 'Wilhelmina-Alexandrina Олена', lastName: 'van der Westhuizen'.repeat(2) }
  const businessName = 'The Family Discretionary Trust Number Two (Auckland) Limited '.repeat(2)
  const policyholders = Array(5).fill({ ...policyholder, ...names })
  const { pages } = await render(withChanges({ businessName, policyholders }))
  expect(pages[1]).toContain('stands in their place')
  expect(pages[1]).toContain('Your excess')
})

test('[PAY-06] a company and a person are two policyholders', () => {
  const ofOne = (businessName: string) => textOf({ businessName, policyholders: [policyholder] })
  expect(ofOne('Kauri Joinery Limited')).toContain('Policyholders Kauri Joinery Limited Ms')
  expect(ofOne('')).toContain('Policyholder Ms')
})

test('[PAY-06] third party property, for a business, paid once by card', () => {
  const text = textOf(forBusiness)
  for (const words of texts(`
    Tāwhiri & Daughters Limited | Third Party Property Damage | Once, for the whole year
    Damage to other people’s property, up to $20,000,000; to your own car only by an uninsured driver
    by an uninsured driver, up to $5,000 | $919.63 for the year, GST included
    Payment $919.63 on 21 November 2026 | Paid from American Express ending in 1111
    On your statement Quote number Q7300120
  `))
    expect(text).toContain(words)
  expect(text).not.toMatch(/Your payments|First payment|Excess-free window/)
})

test('[PAY-03] [PAY-06] a card payment on a Saturday keeps its date', () => {
  const onSaturday = { firstDebit: '2026-11-21', countedFrom: '2026-11-21', terms: null } as const
  const text = textOf({ payment: { ...payment, ...onSaturday, method: 'card' } })
  expect(text).toContain('1 of 26 21 November 2026')
  expect(text).toContain('On your statement Quote number Q7300120, for the first payment')
  expect(text).toContain('The first payment was taken on the card page. A later one that is due on a weekend')
  expect(textOf()).toContain('A payment due on a weekend or public holiday')
})

const { boughtAt: _, ...withoutPurchaseTime } = policyOfTheDay
const day = '27 November 2026'
const time = `2:05pm on ${day}`
test.each([
  ['issued on the first day', withChoice({ startDate: '2026-11-21' }), 'Yes', '21 November 2026'],
  ['issued the day before', withChoice({ startDate: '2026-11-22' }), 'From', '22 November 2026'],
  ['bought on the first day', policyOfTheDay, 'Yes', time],
  ['issued later', { ...policyOfTheDay, issuedAt: '2026-11-27T12:30:00.000Z' }, 'Yes', time],
  ['bought the day before', { ...policyOfTheDay, boughtAt: '2026-11-26T10:59:59.000Z' }, 'Yes', day],
  ['without a purchase time', withoutPurchaseTime, 'Yes', day],
])('[PAY-06] [PAY-13] page 1 of a policy %s says from when it covers', (_, record, answer, from) => {
  const page1 = page1Of(record)
  expect(page1).toContain(`Am I covered? ${answer}`)
  expect(page1).toContain(`From ${from}`)
  expect(page1).toContain(`1 year, from ${from} to 27 November 2027`)
})

test('[PAY-06] [CAR-08] a finance company that is not listed is not printed as ‘Other’', () => {
  const text = textOf({ car: { ...car, financeCompany: otherLender } })
  expect(text).not.toContain(otherLender)
  expect(text).toContain('Tell us who it is')
})

test('[PAY-06] the transmission is stated once', () => {
  const description = 'Toyota Corolla 2014 GX Hatch 1.8L Petrol Automatic'
  expect(textOf({ car: { ...car, description } })).not.toContain('JHU968, automatic')
})

test('[PAY-06] [QUOTE-04] says what a claim costs with a named driver who is under 25 when cover begins', () => {
  expect(page1Of(policyRecord)).toContain('With a named driver under 25: $1,200.')
  expect(textOf()).toContain(
    'Anne-Marie O’Brien is under 25 when cover begins: until they turn 25, an accident with them driving costs you $500 more, $1,200 with the policy excess.',
  )
  const bornOn = (dateOfBirth: string) => textOf({ drivers: drivers.map(one => ({ ...one, dateOfBirth })) })
  expect(bornOn('2001-11-27')).toContain('Some drivers pay more')
  expect(bornOn('2001-11-27')).not.toContain('when cover begins:')
  expect(bornOn('2001-11-28')).toContain('Māia Tūhoe and Anne-Marie O’Brien are under 25 when cover begins')
})
