/**
 * Facts told by sentences in which the number itself would weigh more than its figure, held to what the checks and the
 * papers count with. Everywhere else the number stands in the sentence.
 */
import { expect, it } from 'vitest'
import { coolingOffDays, coverStartsWithinDays, maximumCarValueDollars } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { paymentStartWithinDays } from '#journey/payment.ts'
import { maximumPlateLength } from '#journey/plate.ts'
import { minimumAge } from '#journey/questions/person.ts'
import { carText } from './car.ts'
import { driverText } from './driver.ts'
import { paymentMessages } from './messages/payment.ts'
import { quoteMessages } from './messages/quote.ts'
import { policyholderText } from './policyholder.ts'
import { coverText } from './quote.ts'
import { startText } from './start.ts'

it.each([
  [coverText.coolingOff, `within ${coolingOffDays} days of the start`],
  [quoteMessages.START_DATE_RANGE, `from today to ${coverStartsWithinDays} days ahead`],
  [paymentMessages.PAYMENT_START_RANGE, `to ${paymentStartWithinDays} days after`],
  [startText.cannotList.join(), `worth more than ${dollarsText(maximumCarValueDollars)}`],
  [carText.plateHint, `Up to ${maximumPlateLength} letters and numbers`],
  [startText.cannotList.join(), `not yet over ${minimumAge}`],
  [driverText.dateOfBirthHint, `over ${minimumAge}`],
  [policyholderText.dateOfBirthHint, `be ${minimumAge} or older`],
])(
  '[PAY-13] [QUOTE-08] [PAY-03] [CAR-10] [CAR-02] [DRIVER-04] [HOLDER-04] "%s" says %s',
  (sentence, fact) => {
    expect(sentence).toContain(fact)
  },
)
