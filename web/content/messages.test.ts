/** Tests that every validation message is printed as the requirements print it, letter for letter. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
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

const printed = <Code extends string>(id: string, messages: Messages<Code>, codes: readonly Code[]) => ({
  id,
  codes,
  sentences: codes.map(code => messageText(messages, { code })),
})

const carCodes = [
  ...(['TRANSMISSION_REQUIRED', 'MODEL_REQUIRED', 'YES_NO_REQUIRED', 'FINANCE_COMPANY_REQUIRED'] as const),
  ...(['ADDRESS_REQUIRED', 'ADDRESS_NOT_FOUND', 'PLATE_INVALID'] as const),
]
const driverNameCodes = ['DRIVER_FIRST_NAME_REQUIRED', 'DRIVER_LAST_NAME_REQUIRED', 'NAME_LETTERS'] as const
const birthCodes = ['BIRTH_DATE_REQUIRED', 'BIRTH_DATE_FORMAT', 'BIRTH_DATE_YEAR', 'TOO_YOUNG'] as const
const incidentCodes = [
  ...(['INCIDENT_COUNT_REQUIRED', 'INCIDENT_TYPE_REQUIRED', 'INCIDENT_MONTH_REQUIRED'] as const),
  ...(['INCIDENT_YEAR_REQUIRED', 'INCIDENT_IN_FUTURE'] as const),
]
const policyholderCodes = [
  ...(['TITLE_REQUIRED', 'HOLDER_FIRST_NAME_REQUIRED', 'HOLDER_LAST_NAME_REQUIRED', 'NAME_LETTERS'] as const),
  ...(['BIRTH_DATE_REQUIRED', 'BIRTH_DATE_FORMAT', 'TOO_YOUNG'] as const),
  ...(['MOBILE_REQUIRED', 'MOBILE_INVALID', 'HOLDER_EMAIL_INVALID'] as const),
]
const bankCodes = [
  ...(['ACCOUNT_NAME_REQUIRED', 'ACCOUNT_NUMBER_REQUIRED'] as const),
  ...(['AUTHORISER_REQUIRED', 'AUTHORISATION_REQUIRED'] as const),
]
const rows: readonly ReturnType<typeof printed<string>>[] = [
  printed('ENTRY-02', retrieveMessages, ['QUOTE_NUMBER_REQUIRED', 'QUOTE_NUMBER_INVALID']),
  printed('CAR-10', carMessages, ['CAR_VALUE_REQUIRED', 'CAR_VALUE_INVALID', 'CAR_VALUE_TOO_HIGH']),
  printed('CAR-11', carMessages, carCodes),
  printed('DRIVER-01', driverMessages, ['YES_NO_REQUIRED']),
  printed('DRIVER-03', driverMessages, driverNameCodes),
  printed('DRIVER-04', driverMessages, birthCodes),
  printed('DRIVER-05', driverMessages, incidentCodes),
  printed('DRIVER-06', driverMessages, ['INCIDENTS_DECLINED']),
  printed('QUOTE-10', emailQuoteMessages, ['EMAIL_REQUIRED', 'EMAIL_TOO_LONG', 'EMAIL_INVALID']),
  printed('QUOTE-14', manualAddressMessages, ['MANDATORY']),
  printed('QUOTE-14', quoteMessages, ['ADDRESS_NOT_FOUND']),
  printed('HOLDER-01', policyholderMessages, ['BUSINESS_NAME_REQUIRED']),
  printed('HOLDER-04', policyholderMessages, policyholderCodes),
  printed('HOLDER-05', policyholderMessages, ['ADDRESS_REQUIRED', 'ADDRESS_NOT_FOUND']),
  printed('HOLDER-07', policyholderMessages, ['PAYMENT_METHOD_REQUIRED']),
  printed('PAY-02', paymentMessages, bankCodes),
]

describe('messages', () => {
  for (const { id, sentences } of rows) {
    it(`[${id}] are printed letter for letter, each beside its own field`, () => {
      // In the order of the fields: a message beside another field would be wrong.
      let rest = row(id)
      for (const sentence of sentences) {
        const quoted = `'${sentence}'`
        expect(rest).toContain(quoted)
        rest = rest.slice(rest.indexOf(quoted) + quoted.length)
      }
    })
  }

  const ofBand = { code: 'CAR_VALUE_OUT_OF_BAND', values: { min: '$11,000', max: '$16,400' } } as const

  it('[CAR-10] names the band with a straight apostrophe and the numbers', () => {
    const text = messageText(carMessages, ofBand)
    expect(text).toBe("We would expect your car's value to be between $11,000 and $16,400")
    expect(row('CAR-10')).toContain(text.replace('$11,000', '$min').replace('$16,400', '$max'))
  })

  it('[QUOTE-07] names the band with a curly apostrophe and the numbers', () => {
    const text = messageText(quoteMessages, ofBand)
    expect(row('QUOTE-07')).toContain(
      text.replace('$11,000', `$${'{min}'}`).replace('$16,400', `$${'{max}'}`),
    )
  })

  it('[CAR-05] [PAY-05] messages that belong to no field are printed letter for letter too', () => {
    expect(row('CAR-05')).toContain(`'${noModelsFoundText.notFound('{phone}')}'`)
    expect(row('PAY-05')).toContain(`'${paymentFailedText.title} ${paymentFailedText.text}'`)
  })

  it('are all compared above, except the value bands and those that no requirement prints', () => {
    const all = [
      carMessages,
      driverMessages,
      quoteMessages,
      emailQuoteMessages,
      manualAddressMessages,
      policyholderMessages,
      paymentMessages,
      identityMessages,
      retrieveMessages,
    ].flatMap(messages => Object.keys(messages))
    const codes = rows.flatMap(one => one.codes)
    expect([...new Set(all)].filter(code => !codes.includes(code))).toEqual([
      ...['PLATES_TOO_MANY', 'CAR_VALUE_OUT_OF_BAND', 'PERSON_NAME_TOO_LONG', 'START_DATE_RANGE'],
      ...[
        'ADDRESS_POST_BOX',
        'ADDRESS_HOLDS_MORE',
        'ADDRESS_TOO_LONG',
        'NAME_HAS_LINK_OR_CARD',
        'NAME_TOO_LONG',
      ],
      'PAYMENT_START_RANGE',
    ])
  })
})
