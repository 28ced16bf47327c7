/** Holds every sentence about an answer against the requirements as the customer printed them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type MessageCode, messageCodes } from '#journey/answers/problem.ts'
import { messageText } from './messages.ts'
import { noModelsWords } from './no-models.ts'
import { failureWords } from './payment-failure.ts'

const requirements = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8')
const row = (id: string): string => requirements.split('\n').find(line => line.startsWith(`| ${id} |`)) ?? ''

const rows: Readonly<Record<string, readonly MessageCode[]>> = {
  'ENTRY-02': ['QUOTE_NUMBER_REQUIRED', 'QUOTE_NUMBER_INVALID'],
  'CAR-10': ['CAR_VALUE_REQUIRED', 'CAR_VALUE_INVALID', 'CAR_VALUE_TOO_HIGH'],
  'CAR-11': [
    'TRANSMISSION_REQUIRED',
    'MODEL_REQUIRED',
    'YES_NO_REQUIRED',
    'FINANCE_COMPANY_REQUIRED',
    'ADDRESS_REQUIRED',
    'ADDRESS_NOT_FOUND',
    'PLATE_INVALID',
  ],
  'DRIVER-01': ['CRIMINAL_RECORD_REQUIRED'],
  'DRIVER-03': ['DRIVER_FIRST_NAME_REQUIRED', 'DRIVER_LAST_NAME_REQUIRED', 'NAME_LETTERS'],
  'DRIVER-04': ['BIRTH_DATE_REQUIRED', 'BIRTH_DATE_FORMAT', 'BIRTH_DATE_YEAR', 'TOO_YOUNG'],
  'DRIVER-05': [
    'INCIDENT_COUNT_REQUIRED',
    'INCIDENT_TYPE_REQUIRED',
    'INCIDENT_MONTH_REQUIRED',
    'INCIDENT_YEAR_REQUIRED',
    'INCIDENT_IN_FUTURE',
  ],
  'DRIVER-06': ['INCIDENTS_DECLINED'],
  'QUOTE-10': ['EMAIL_REQUIRED', 'EMAIL_TOO_LONG', 'EMAIL_INVALID'],
  'QUOTE-14': ['MANDATORY'],
  'HOLDER-01': ['BUSINESS_NAME_REQUIRED'],
  'HOLDER-04': [
    'TITLE_REQUIRED',
    'HOLDER_FIRST_NAME_REQUIRED',
    'HOLDER_LAST_NAME_REQUIRED',
    'NAME_LETTERS',
    'BIRTH_DATE_REQUIRED',
    'BIRTH_DATE_FORMAT',
    'TOO_YOUNG',
    'MOBILE_REQUIRED',
    'MOBILE_INVALID',
    'HOLDER_EMAIL_INVALID',
  ],
  'HOLDER-05': ['ADDRESS_REQUIRED', 'ADDRESS_NOT_FOUND'],
  'HOLDER-07': ['PAYMENT_METHOD_REQUIRED'],
  'PAY-02': [
    'ACCOUNT_NAME_REQUIRED',
    'ACCOUNT_NUMBER_REQUIRED',
    'AUTHORISER_REQUIRED',
    'AUTHORISATION_REQUIRED',
  ],
}

describe('messages', () => {
  for (const [id, codes] of Object.entries(rows)) {
    it(`[${id}] are printed letter for letter`, () => {
      for (const code of codes) expect(row(id)).toContain(`'${messageText({ code })}'`)
    })
  }

  it('[CAR-10] names the band with a straight apostrophe and the numbers', () => {
    const text = messageText({ code: 'CAR_VALUE_OUT_OF_BAND', values: { min: '$11,000', max: '$16,400' } })
    expect(text).toBe("We would expect your car's value to be between $11,000 and $16,400")
    expect(row('CAR-10')).toContain(text.replace('$11,000', '$min').replace('$16,400', '$max'))
  })

  it('[QUOTE-07] names the band with a curly apostrophe and the numbers', () => {
    const text = messageText({
      code: 'QUOTE_CAR_VALUE_OUT_OF_BAND',
      values: { min: '$11,000', max: '$16,400' },
    })
    expect(row('QUOTE-07')).toContain(
      text.replace('$11,000', `$${'{min}'}`).replace('$16,400', `$${'{max}'}`),
    )
  })

  it('[CAR-05] [PAY-05] what stands beside no single answer is printed letter for letter as well', () => {
    expect(row('CAR-05')).toContain(`'${noModelsWords.notFound('{phone}')}'`)
    expect(row('PAY-05')).toContain(`'${failureWords.title} ${failureWords.text}'`)
  })

  it('are all held to a row above, but for two bands and what no row prints', () => {
    const held = Object.values(rows).flat()
    expect(messageCodes.filter(code => !held.includes(code))).toEqual([
      'PLATES_TOO_MANY',
      'CAR_VALUE_OUT_OF_BAND',
      'ADDRESS_POST_BOX',
      'QUOTE_CAR_VALUE_OUT_OF_BAND',
      'START_DATE_RANGE',
      'PAYMENT_START_RANGE',
    ])
  })
})
