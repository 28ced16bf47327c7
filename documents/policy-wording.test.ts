/** Tests of the policy wording of each cover: what it says, how it agrees with the other texts, and its PDF. */
import { describe, expect, test } from 'vitest'
import { coverNames, coverTypes, hireCarDays, insuresCar, roadsideCallOuts } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { dutyOfDisclosure, misrepresentationWarning } from '#journey/underwriter.ts'
import { readPdf } from '#test/read-pdf.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { documentText, textsOf } from '#test/samples/document-text.ts'
import { texts } from '#test/samples/texts.ts'
import { benefitsWithLimit, coverFacts } from '#underwriting/cover-facts.ts'
import { coverOptionText } from '#web/content/cover-and-payment.ts'
import { declarationText } from '#web/content/declaration.ts'
import { driverQuestions } from '#web/content/driver.ts'
import { directDebitTerms } from './direct-debit-terms.ts'
import { privacyNoticeMail } from './mail/privacy-notice-mail.ts'
import { wordingBlocks, wordingPdf } from './policy-wording.ts'
import { scheduleBlocks } from './schedule.ts'

const brand = sampleBrand('harbour')
const sections = texts(`
  What is covered | Options you can add | The most we pay | What is not covered | Your excess | What we ask of you
  How to claim | Changing and cancelling | Complaints | What words mean
`)

describe.each(coverTypes)('the wording of %s', cover => {
  const blocks = wordingBlocks(cover, brand)
  const text = documentText(blocks)

  test('[QUOTE-11] [PAY-13] contains all cover facts, and the rights of every cover', () => {
    const { benefits, options, exclusions } = coverFacts(cover)
    for (const words of [
      ...[...benefits, ...options, ...exclusions].map(({ sentence }) => sentence),
      ...texts(`
        until midnight as the day it runs to begins | up to $20 million | up to $1 million
        You can cancel within 21 days of the start of cover and get back all you paid, if you have made no claim.
        To cancel or change your policy, call ${brand.supportPhone.text} (${brand.supportHours}) or write to ${brand.supportEmail}.
        Cover ends when your schedule says. It does not renew by itself, and no payment is taken after those in your schedule.
        what is still to pay of the year’s premium is taken off what we pay for the car
        does $4,000 of damage to another car by accident
      `),
    ])
      expect(text).toContain(words)
    // Only a cover that insures the car has an amount covered; the limit of towing is not one of storage.
    expect(text.includes('the amount your car is covered for')).toBe(insuresCar(cover))
    expect(text).not.toMatch(/storage/i)
  })

  test('[QUOTE-09] [QUOTE-11] [DRIVER-01] has the same duties and rights as the declaration and step 2', () => {
    const [, duty = ''] = declarationText.paragraphs
    const { hint } = driverQuestions.criminalRecord
    expect(hint).toContain('Clean Slate Act')
    for (const words of [dutyOfDisclosure, misrepresentationWarning]) expect(duty).toContain(words)
    for (const words of [dutyOfDisclosure, misrepresentationWarning, `${hint}.`])
      expect(text).toContain(words)
    expect(text).toContain('in the last 3 years, whoever was at fault')
    expect(text).not.toMatch(/every claim, accident, conviction/)
  })

  test('[QUOTE-11] [QUOTE-04] requires no excess for a benefit without one, nor does the schedule', () => {
    const { benefits, options } = coverFacts(cover)
    for (const said of [benefits, options])
      expect(said.some(({ sentence }) => /no excess/.test(sentence))).toBe(true)
    const choice = { ...policyRecord.choice, cover }
    for (const document of [text, documentText(scheduleBlocks({ ...policyRecord, choice }, brand))]) {
      expect(document).toContain(
        'You pay it for every claim, unless a benefit or an option of yours says that you pay no excess.',
      )
      expect(document).not.toContain('Policy excess, for every claim')
    }
  })

  test('[QUOTE-11] is printed whole, with the page of each section in its contents, tagged and without scripts', async () => {
    const { text: printed, pages, structure, check, info, objects } = readPdf(await wordingPdf(cover, brand))
    for (const words of [`${coverNames[cover]} policy wording`, ...textsOf(blocks)])
      expect(printed).toContain(words)
    const [first = '', ...rest] = pages
    const contents = first.slice(first.indexOf('In this wording'))
    for (const section of sections) {
      const page = Number(new RegExp(`${section} (\\d+)`).exec(contents)?.[1])
      const body =
        page === 1 ? contents.slice(contents.lastIndexOf('What words mean')) : (rest[page - 2] ?? '')
      expect(body, `${section} on page ${page}`).toContain(section)
      // A screen reader separates each heading from its page number.
      expect(structure).toMatch(new RegExp(`"${section} \\d+"`))
    }
    expect(pages.length).toBeGreaterThanOrEqual(3)
    expect(check).toContain('No syntax or stream encoding errors found')
    expect(info).toMatch(/Tagged: +yes/)
    for (const danger of ['/JS', '/JavaScript', '/Launch', '/URI']) expect(objects).not.toContain(danger)
  })
})

const text = documentText(wordingBlocks('COMPREHENSIVE', brand))

test('[QUOTE-11] [HOLDER-02] the wording and the privacy notice name the same holders and recipients of personal data', () => {
  expect(text).toContain(`${brand.name} and we hold what you tell us`)
  expect(text).toContain(`To see or correct it, write to ${brand.supportEmail}.`)
  const policyholder = policyRecord.policyholders[1]
  if (!policyholder) throw new Error('the sample has two policyholders')
  const privacyUrl = 'https://turners.example/privacy'
  const notice = privacyNoticeMail(policyRecord, policyholder, brand, { keptYears: 7, privacyUrl }).text
  for (const said of [text, notice])
    for (const recipient of [
      /assessors/,
      /repairers/,
      /claims register|registers of claims/i,
      /delivers our emails/,
    ])
      expect(said).toMatch(recipient)
})

test.each([
  ['hireCar', `up to ${hireCarDays} days`],
  ['roadsideAssistance', `Up to ${roadsideCallOuts} call-outs a year. You pay no excess`],
] as const)(
  '[QUOTE-06] [QUOTE-11] %s on the page and in the wording has the same limit: %s',
  (option, limit) => {
    expect(coverOptionText[option].help).toContain(limit)
    expect(text).toContain(limit)
  },
)

test('[QUOTE-11] the table of limits marks a limit that applies to each item', () => {
  const limits = benefitsWithLimit('COMPREHENSIVE')
  expect(limits.filter(({ isEach }) => isEach).map(({ code }) => code)).toEqual(['CHILD_SEATS'])
  for (const { title, limitDollars = 0, isEach } of limits)
    expect(text).toContain(`${title} ${dollarsText(limitDollars)}${isEach ? ' each' : ''} `)
})

test('[QUOTE-11] [PAY-04] the wording and the direct debit terms agree about failed payments', () => {
  const again = 'may try once more within 5 business days without a new notice'
  expect(directDebitTerms(brand).replace(/<[^>]*>/g, '')).toContain(again)
  expect(text).toContain(`If a payment fails, we tell you, and ${again}.`)
})
