/** Tests of the validation of the questions that open a quote. */
import { expect, test } from 'vitest'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { retrieveErrors } from './retrieve-quote.ts'

const today = '2026-11-20'
const good = { 'owner.quoteNumber': 'Q123', 'owner.dateOfBirth': '27/03/1990', 'owner.postcode': '0610' }
const codes = (answers: FormTexts, hasLink: boolean) =>
  retrieveErrors(formOf({ ...good, ...answers }).owner, today, hasLink).map(
    ({ field, code }) => `${field} ${code}`,
  )

test.each([
  ['all three given', {}, false, []],
  ['no number', { 'owner.quoteNumber': ' ' }, false, ['owner.quoteNumber QUOTE_NUMBER_REQUIRED']],
  ['a full stop, by link', { 'owner.quoteNumber': ' .' }, true, ['owner.quoteNumber QUOTE_NUMBER_REQUIRED']],
  ['by link the number is enough', { 'owner.dateOfBirth': '', 'owner.postcode': '' }, true, []],
  ['no date of birth', { 'owner.dateOfBirth': '' }, false, ['owner.dateOfBirth BIRTH_DATE_REQUIRED']],
  ['no such day', { 'owner.dateOfBirth': '31/02/1990' }, false, ['owner.dateOfBirth BIRTH_DATE_FORMAT']],
  ['a child’s date of birth is only compared', { 'owner.dateOfBirth': '27/03/2020' }, false, []],
  ['no postcode', { 'owner.postcode': '' }, false, ['owner.postcode MANDATORY']],
  ['a postcode without its zero', { 'owner.postcode': '610' }, false, ['owner.postcode MANDATORY']],
])('[ENTRY-02] [ENTRY-06] %s', (_what, answers, hasLink, expected) => {
  expect(codes(answers, hasLink)).toEqual(expected)
})
