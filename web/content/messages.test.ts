/** Tests that every validation message is printed as the requirements print it, letter for letter. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { carMessages, noModelsFoundText } from './car.ts'
import { driverMessages } from './driver.ts'
import { emailQuoteMessages } from './email-quote.ts'
import { identityMessages } from './identity-check.ts'
import { manualAddressMessages } from './manual-address.ts'
import { type Messages, messageText } from './messages.ts'
import { paymentFailedText, paymentMessages } from './payment.ts'
import { policyholderMessages } from './policyholder.ts'
import { quoteMessages } from './quote.ts'
import { retrieveMessages } from './start.ts'

const requirements = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8')
const row = (id: string): string => requirements.split('\n').find(line => line.startsWith(`| ${id} |`)) ?? ''

/** A requirement, the messages it prints, and their codes in the order of the fields. */
const rows: readonly (readonly [id: string, messages: Messages<string>, codes: string])[] = [
  ['ENTRY-02', retrieveMessages, 'QUOTE_NUMBER_REQUIRED | QUOTE_NUMBER_INVALID'],
  ['CAR-10', carMessages, 'CAR_VALUE_REQUIRED | CAR_VALUE_INVALID | CAR_VALUE_TOO_HIGH'],
  [
    'CAR-11',
    carMessages,
    `TRANSMISSION_REQUIRED | MODEL_REQUIRED | YES_NO_REQUIRED | FINANCE_COMPANY_REQUIRED
     ADDRESS_REQUIRED | ADDRESS_NOT_FOUND | PLATE_INVALID`,
  ],
  ['DRIVER-01', driverMessages, 'YES_NO_REQUIRED'],
  ['DRIVER-03', driverMessages, 'DRIVER_FIRST_NAME_REQUIRED | DRIVER_LAST_NAME_REQUIRED | NAME_LETTERS'],
  ['DRIVER-04', driverMessages, 'BIRTH_DATE_REQUIRED | BIRTH_DATE_FORMAT | BIRTH_DATE_YEAR | TOO_YOUNG'],
  [
    'DRIVER-05',
    driverMessages,
    `INCIDENT_COUNT_REQUIRED | INCIDENT_TYPE_REQUIRED | INCIDENT_MONTH_REQUIRED
     INCIDENT_YEAR_REQUIRED | INCIDENT_IN_FUTURE`,
  ],
  ['DRIVER-06', driverMessages, 'INCIDENTS_DECLINED'],
  ['QUOTE-10', emailQuoteMessages, 'EMAIL_REQUIRED | EMAIL_TOO_LONG | EMAIL_INVALID'],
  ['QUOTE-14', manualAddressMessages, 'MANDATORY'],
  ['QUOTE-14', quoteMessages, 'ADDRESS_NOT_FOUND'],
  ['HOLDER-01', policyholderMessages, 'BUSINESS_NAME_REQUIRED'],
  [
    'HOLDER-04',
    policyholderMessages,
    `TITLE_REQUIRED | HOLDER_FIRST_NAME_REQUIRED | HOLDER_LAST_NAME_REQUIRED | NAME_LETTERS
     BIRTH_DATE_REQUIRED | BIRTH_DATE_FORMAT | TOO_YOUNG
     MOBILE_REQUIRED | MOBILE_INVALID | HOLDER_EMAIL_INVALID`,
  ],
  ['HOLDER-05', policyholderMessages, 'ADDRESS_REQUIRED | ADDRESS_NOT_FOUND'],
  ['HOLDER-07', policyholderMessages, 'PAYMENT_METHOD_REQUIRED'],
  [
    'PAY-02',
    paymentMessages,
    'ACCOUNT_NAME_REQUIRED | ACCOUNT_NUMBER_REQUIRED | AUTHORISER_REQUIRED | AUTHORISATION_REQUIRED',
  ],
]

describe('messages', () => {
  for (const [id, messages, codes] of rows) {
    it(`[${id}] are printed letter for letter, each beside its own field`, () => {
      // In the order of the fields: a message beside another field would be wrong.
      let rest = row(id)
      for (const code of texts(codes)) {
        const quoted = `'${messageText(messages, { code })}'`
        expect(rest).toContain(quoted)
        rest = rest.slice(rest.indexOf(quoted) + quoted.length)
      }
    })
  }

  const ofBand = { code: 'CAR_VALUE_OUT_OF_BAND', values: { min: '$11,000', max: '$16,400' } } as const

  it('[CAR-10] [QUOTE-07] name the band and the numbers, with the apostrophe of each step', () => {
    const printed = (messages: Messages<'CAR_VALUE_OUT_OF_BAND'>, min: string, max: string) =>
      messageText(messages, ofBand).replace('$11,000', min).replace('$16,400', max)
    expect(row('CAR-10')).toContain(printed(carMessages, '$min', '$max'))
    expect(row('QUOTE-07')).toContain(printed(quoteMessages, `$${'{min}'}`, `$${'{max}'}`))
  })

  it('[CAR-05] [PAY-05] messages that belong to no field are printed letter for letter too', () => {
    expect(row('CAR-05')).toContain(`'${noModelsFoundText.notFound('{phone}')}'`)
    expect(row('PAY-05')).toContain(`'${paymentFailedText.title} ${paymentFailedText.text}'`)
  })

  it('are all compared above, except the value bands and those that no requirement prints', () => {
    const all = [...rows.map(([, messages]) => messages), identityMessages].flatMap(Object.keys)
    const codes = rows.flatMap(([, , list]) => texts(list))
    const others = texts(`
      PLATES_TOO_MANY | CAR_VALUE_OUT_OF_BAND | PERSON_NAME_TOO_LONG | START_DATE_RANGE | ADDRESS_POST_BOX
      ADDRESS_HOLDS_MORE | ADDRESS_TOO_LONG | NAME_HAS_LINK_OR_CARD | NAME_TOO_LONG | PAYMENT_START_RANGE
    `)
    expect([...new Set(all)].filter(code => !codes.includes(code)).sort()).toEqual(others.sort())
  })
})
