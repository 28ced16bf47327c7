/** Tests of sentences that state a legal duty or a number: they agree with the rules, the documents and the requirements. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coolingOffDays, coverStartsWithinDays, maximumCarValueDollars } from '#journey/cover.ts'
import { paymentStartWithinDays } from '#journey/first-debit.ts'
import { dollarsText, gstPercent } from '#journey/money.ts'
import { maximumPlateLength } from '#journey/plate-and-car-value.ts'
import { minimumAge } from '#journey/questions/person-errors.ts'
import { underwriter, underwriterDetails } from '#journey/underwriter.ts'
import { texts } from '#test/samples/texts.ts'
import { carText, importantInformationText } from './car.ts'
import { declarationText } from './declaration.ts'
import { driverText } from './driver.ts'
import { paymentMessages } from './payment.ts'
import { policyholderText } from './policyholder.ts'
import { premiumComponentNames } from './price-breakdown.ts'
import { coverDetailsText, quoteMessages } from './quote.ts'
import { startText } from './start.ts'

// In these sentences the number is written out, because importing it would make the page's script larger.
it.each([
  [coverDetailsText.coolingOff, `within ${coolingOffDays} days of the start`],
  [quoteMessages.START_DATE_RANGE, `from today to ${coverStartsWithinDays} days ahead`],
  [paymentMessages.PAYMENT_START_RANGE, `to ${paymentStartWithinDays} days after`],
  [startText.cannotList.join(), `worth more than ${dollarsText(maximumCarValueDollars)}`],
  [carText.plateHint, `Up to ${maximumPlateLength} letters and numbers`],
  [startText.cannotList.join(), `not yet over ${minimumAge}`],
  [driverText.dateOfBirthHint, `over ${minimumAge}`],
  [policyholderText.dateOfBirthHint, `be ${minimumAge} or older`],
  [premiumComponentNames.GST, `(${gstPercent}%)`],
])(
  '[PAY-13] [QUOTE-08] [QUOTE-13] [PAY-03] [CAR-10] [CAR-02] [DRIVER-04] [HOLDER-04] "%s" says %s',
  (sentence, limit) => expect(sentence).toContain(limit),
)

// A policy is often bought weeks before its cover starts.
it('[PAY-06] [PAY-07] no sentence says that the customer is covered without the day cover starts', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))
  const sentences = files.flatMap(
    file =>
      readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/\byou(?:’re| are) covered\b.*/gi) ?? [],
  )
  expect(sentences.length).toBeGreaterThan(2)
  expect(sentences.filter(sentence => !/covered from /.test(sentence))).toEqual([])
})

it('[QUOTE-09] [QUOTE-11] the declaration names the insurer, its rating, the rating agency and the whole scale', () => {
  const scale = texts(`
    AAA (extremely strong) | AA (very strong) | A (strong) | BBB (good) | BB (marginal)
    B (weak) | CCC (very weak) | CC (extremely weak) | D (in default)
  `)
  for (const part of [underwriterDetails.name, 'given by', ...scale])
    expect(declarationText.insurer).toContain(part)
})

it('[QUOTE-09] [DRIVER-07] the declaration says that the insurer already has the drivers of step 2', () => {
  const text = declarationText.paragraphs.join(' ')
  expect(text).toContain('knows their details are given to us and to the insurer')
  expect(text).not.toMatch(/may give/)
})

it('[CAR-01] [DRIVER-07] ‘Important information’ names who gets the answers, and whose decision they influence', () => {
  const [quote, duty] = importantInformationText.parts
  expect(quote.text).toContain(`we send them to ${underwriter.name}, who would insure you`)
  expect(duty.text).toContain('the insurer’s decision')
  // Nothing here renews a policy.
  expect(JSON.stringify(importantInformationText)).not.toMatch(/our decision|renew/)
})
