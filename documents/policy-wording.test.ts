/** Tests of the policy wording PDF of each cover, and of its agreement with the other texts. */
import { expect, test } from 'vitest'
import {
  type CoverType,
  coverNames,
  coverTypes,
  hireCarDays,
  insuresCarValue,
  roadsideCallOuts,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { dutyOfDisclosure, misrepresentationWarning } from '#journey/underwriter.ts'
import { type PdfContents, readPdf } from '#test/read-pdf.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { coverFacts, limitsOf } from '#underwriting/cover-facts.ts'
import { coverExtrasText } from '#web/content/cover.ts'
import { declarationText } from '#web/content/declaration.ts'
import { driverQuestions } from '#web/content/driver.ts'
import { directDebitTerms } from './direct-debit-terms.ts'
import { privacyNoticeMail } from './mail/privacy-notice-mail.ts'
import { wordingPdf } from './policy-wording.ts'
import { schedulePdf } from './schedule.ts'

const brand = sampleBrand('harbour')
const sections = [
  'What is covered',
  'Options you can add',
  'The most we pay',
  'What is not covered',
  'Your excess',
  'What we ask of you',
  'How to claim',
  'Changing and cancelling',
  'Complaints',
  'What words mean',
]
const wordings = new Map<CoverType, Promise<PdfContents>>()
/** Renders each wording of this brand once. */
const wordingOf = (cover: CoverType): Promise<PdfContents> => {
  const made = wordings.get(cover) ?? wordingPdf(cover, brand).then(readPdf)
  wordings.set(cover, made)
  return made
}
/** Removes the line breaks of the page. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

test.each(coverTypes)('[QUOTE-11] [PAY-13] the wording of %s prints all cover facts', async cover => {
  const { text, pages, check, info, objects } = await wordingOf(cover)
  const { benefits, options, exclusions } = coverFacts(cover)
  expect(pages.length).toBeGreaterThanOrEqual(3)
  expect(text).toContain(`${coverNames[cover]} policy wording`)
  for (const { sentence } of [...benefits, ...options, ...exclusions])
    expect(text).toContain(oneLine(sentence))
  // Exactly a year, as in the schedule.
  expect(oneLine(text)).toContain('until midnight as the day it runs to begins')
  expect(text).toContain('up to $20 million')
  expect(text).toContain('up to $1 million')
  expect(text).toContain(
    'You can cancel within 21 days of the start of cover and get back all you paid, if you have made no claim.',
  )
  for (const words of [
    `To cancel or change your policy, call ${brand.supportPhone.text} (${brand.supportHours}) or write to ${brand.supportEmail}.`,
    'Cover ends when your schedule says. It does not renew by itself, and no payment is taken after those in your schedule.',
    'what is still to pay of the year’s premium is taken off what we pay for the car',
    'While the policy runs, a car you buy to replace yours has the same cover for 30 days',
    'You pay no excess, and a call-out is not a claim.',
  ])
    expect(oneLine(text)).toContain(words)
  // Only a cover that insures the car has an amount covered.
  expect(text.includes('the amount your car is covered for')).toBe(insuresCarValue(cover))
  // The example is about damage that every cover pays for.
  expect(text).toContain('does $4,000 of damage to another car by accident')
  expect(check).toContain('No syntax or stream encoding errors found')
  expect(info).toMatch(/Tagged: +yes/)
  for (const danger of ['/JS', '/JavaScript', '/Launch', '/URI']) expect(objects).not.toContain(danger)
})

test.each(coverTypes)(
  '[QUOTE-09] [QUOTE-11] [DRIVER-01] the wording of %s has the same duties and rights as the declaration and step 2',
  async cover => {
    const text = oneLine((await wordingOf(cover)).text)
    const [, duty = ''] = declarationText.paragraphs
    expect(duty).toContain(dutyOfDisclosure)
    expect(duty).toContain(misrepresentationWarning)
    const { hint } = driverQuestions.criminalRecord
    expect(hint).toContain('Clean Slate Act')
    for (const words of [
      dutyOfDisclosure,
      misrepresentationWarning,
      `${hint}.`,
      'in the last 3 years, whoever was at fault',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/every claim, accident, conviction/)
  },
)

test.each(coverTypes)(
  '[QUOTE-11] [QUOTE-04] no document of %s requires an excess for a benefit without one',
  async cover => {
    const { benefits, options } = coverFacts(cover)
    for (const said of [benefits, options])
      expect(said.some(({ sentence }) => /no excess/.test(sentence))).toBe(true)
    const choice = { ...policyRecord.choice, cover }
    const papers = [await wordingPdf(cover, brand), await schedulePdf({ ...policyRecord, choice }, brand)]
    for (const paper of papers) {
      const text = oneLine(readPdf(paper).text)
      expect(text).toContain(
        'You pay it for every claim, unless a benefit or an option of yours says that you pay no excess.',
      )
      expect(text).not.toContain('Policy excess, for every claim')
    }
  },
)

test.each(coverTypes)(
  '[QUOTE-11] [QUOTE-04] the wording of %s has no excess for a trip home, and separates towing from storage',
  async cover => {
    const text = oneLine((await wordingOf(cover)).text)
    expect(text).toContain(
      'when your car cannot be driven after an accident or theft. You pay no excess for this.',
    )
    expect(text).not.toMatch(/storage/i)
  },
)

test.each(coverTypes)('[QUOTE-11] the driver exclusions of %s do not apply to a stolen car', async cover => {
  const text = oneLine((await wordingOf(cover)).text)
  expect(text).toContain('Nothing we say about drivers or driving applies to someone who stole your car.')
})

test('[QUOTE-11] [HOLDER-02] the wording and the privacy notice name the same holders and recipients of personal data', async () => {
  const text = oneLine((await wordingOf('THIRD_PARTY')).text)
  expect(text).toContain(`${brand.name} and we hold what you tell us`)
  expect(text).toContain(`To see or correct it, write to ${brand.supportEmail}.`)
  const holder = policyRecord.policyholders[1]
  if (!holder) throw new Error('the sample has two policyholders')
  const notice = privacyNoticeMail(policyRecord, holder, brand, {
    keptYears: 7,
    privacyUrl: 'https://turners.example/privacy',
  }).text
  for (const recipient of [
    /assessors/,
    /repairers/,
    /claims register|registers? of claims/i,
    /delivers our emails/,
  ]) {
    expect(text).toMatch(recipient)
    expect(notice).toMatch(recipient)
  }
})

test('[QUOTE-06] [QUOTE-11] an option on the page and the wording state the same limit and excess', async () => {
  const text = oneLine((await wordingOf('COMPREHENSIVE')).text)
  for (const [{ help }, limit] of [
    [coverExtrasText.hireCar, `up to ${hireCarDays} days`],
    [coverExtrasText.roadsideAssistance, `Up to ${roadsideCallOuts} call-outs a year. You pay no excess`],
  ] as const) {
    expect(help).toContain(limit)
    expect(text).toContain(limit)
  }
})

test('[QUOTE-11] a screen reader separates each heading in the contents from its page number', async () => {
  const { structure } = await wordingOf('COMPREHENSIVE')
  for (const section of sections) expect(structure).toMatch(new RegExp(`"${section} \\d+"`))
})

test.each(coverTypes)('[QUOTE-11] the contents of %s state the page of each section', async cover => {
  const { pages } = await wordingOf(cover)
  const [first = '', ...rest] = pages
  const contents = first.slice(first.indexOf('In this wording'))
  for (const section of sections) {
    const page = Number(new RegExp(`${section} (\\d+)`).exec(contents)?.[1])
    const body = page === 1 ? contents.slice(contents.lastIndexOf('What words mean')) : (rest[page - 2] ?? '')
    expect(body, `${section} on page ${page}`).toContain(section)
  }
})

test('[QUOTE-11] the table of limits marks a limit that applies to each item', async () => {
  const text = oneLine((await wordingOf('COMPREHENSIVE')).text)
  const limits = limitsOf('COMPREHENSIVE')
  expect(limits.filter(({ isEach }) => isEach).map(({ code }) => code)).toEqual(['CHILD_SEATS'])
  // The amounts are right-aligned and are read one after the other.
  const amounts = limits.map(
    ({ code, limitDollars = 0 }) => dollarsText(limitDollars) + (code === 'CHILD_SEATS' ? ' each' : ''),
  )
  expect(text).toContain(`Up to ${amounts.join(' ')} `)
})

test('[QUOTE-11] [PAY-04] the wording and the direct debit terms agree about failed payments', async () => {
  const again = 'may try once more within 5 business days without a new notice'
  expect(directDebitTerms(brand).replace(/<[^>]*>/g, '')).toContain(again)
  const text = oneLine((await wordingOf('THIRD_PARTY')).text)
  expect(text).toContain(`If a payment fails, we tell you, and ${again}.`)
})

test('[QUOTE-11] the wording of a cover is always the same file', async () => {
  const [one, two] = await Promise.all([wordingPdf('THIRD_PARTY', brand), wordingPdf('THIRD_PARTY', brand)])
  expect(Buffer.compare(one, two)).toBe(0)
})
