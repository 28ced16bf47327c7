/** Bank account numbers as banks, Inland Revenue and people write them: read as the one account they are, or as none. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAccountNumber, plainAccount } from './bank-account.ts'
import { accountWarning } from './bank-account-check.ts'
import { formatBankAccountInput, readBankAccount } from './read-bank-account.ts'

const own = '12-3140-0171323-50'

describe('a pasted bank account number', () => {
  it.each([
    ['12-3140-0171323-50', own],
    ['12-3140-0171323-050', '12-3140-0171323-050'],
    // Inland Revenue: 2-4-8-4.
    ['12-3140-00171323-0050', own],
    ['12-3140-0171323-0050', own],
    ['12-3140-00171323-050', '12-3140-0171323-050'],
    ['12-3141-325080-00', '12-3141-0325080-00'],
    ['01-902-0068389-00', '01-0902-0068389-00'],
    ['1-902-68389-0', '01-0902-0068389-00'],
    ['6-11-123456-7', '06-0011-0123456-07'],
    ['12-3140-0171323-0005', '12-3140-0171323-05'],
    ['12-3140-0171323-005', '12-3140-0171323-005'],
    ['12-3140-0171323-0000', '12-3140-0171323-00'],
    ['12-3140-0171323-0123', '12-3140-0171323-123'],
    ['12-3140-0171323-501', '12-3140-0171323-501'],
  ])('[PAY-02] has each of its groups read on its own: %s', (text, account) => {
    expect(readBankAccount(text)).toBe(account)
  })

  it.each([
    '12 3140 0171323 50',
    '12.3140.0171323.50',
    '12/3140/0171323/50',
    '12–3140–0171323–50',
    '12—3140—0171323—50',
    '12‑3140‑0171323‑50',
    '12−3140−0171323−50',
    '12－3140－0171323－50',
    '12\u00a03140\u202f0171323\u200950',
    '12\t3140\t0171323\t50',
    '12\n3140\n0171323\n50',
    ' 12 - 3140 - 0171323 - 50 ',
    '12·3140·0171323·50',
    '(12) 3140 0171323-50',
    '１２－３１４０－０１７１３２３－５０',
    '\u202a12-3140-0171323-50\u202c',
    '12\u00ad3140\u00ad0171323\u00ad50',
    '12-31\u200b40-0171323-50\ufeff',
  ])('[PAY-02] may have any mark between its groups: %j', text => {
    expect(readBankAccount(text)).toBe(own)
  })

  it.each([
    'Acc 1: 12-3140-0171323-50 (cheque)',
    'Acc 1 12-3140-0171323-50',
    'Account 12 3140 0171323 50 home',
    '1. 12-3140-0171323-50',
    'Acc #1 – 12-3140-0171323-50 – savings 2',
    'my 2nd account 12-3140-0171323-50, since 12/04/2019',
    '12-3140-0171323-50 25/12/2026',
    '12-3140-0171323-50 Ref 4471',
    '12-3140-0171323-50, $100.00',
    'account123140017132350',
    'Ph 027 765 4321, acc 12-3140-0171323-50',
    '12-3140-0171323-50 or 12 3140 0171323 50',
  ])('[PAY-02] is found in the text around it: %s', text => {
    expect(readBankAccount(text)).toBe(own)
  })

  it.each([
    ['123140017132350', own],
    ['1231400171323050', '12-3140-0171323-050'],
    ['12314001713230050', own],
    ['123140001713230050', own],
    ['12314000171323050', '12-3140-0171323-050'],
    ['0612341234567000', '06-1234-1234567-000'],
    ['010902006838900', '01-0902-0068389-00'],
  ])('[PAY-02] is read by the same rules without anything between its digits: %s', (text, account) => {
    expect(readBankAccount(text)).toBe(account)
  })

  it.each([
    ['nothing', ''],
    ['no digits', 'my account'],
    ['fewer digits than an account has', '12314001713235'],
    ['more digits than an account has', '1231400171323500501'],
    ['a base of eight digits that needs them all, in 18', '123140117132300050'],
    ['a suffix of four digits that needs them all', '12-3140-0171323-1234'],
    ['a suffix of five digits', '12-3140-0171323-00050'],
    ['a branch of five digits', '12-31401-0171323-50'],
    ['a bank of three digits', '012-3140-0171323-50'],
    ['a base of eight digits that needs them all', '12-3140-10171323-50'],
    ['a base of nine digits', '12-3140-000171323-50'],
    ['no suffix', '12-3140-0171323'],
    ['no bank', '3140-0171323-50'],
    ['a word between its groups', '12-3140-0171323 suffix 50'],
    ['two accounts', '12-3140-0171323-50 01-0902-0068389-00'],
    ['two accounts, one without marks', '12-3140-0171323-50, 010902006838900'],
    ['a blank within the suffix', '12-3140-0171323-00 50'],
    ['a blank within the bank', '1 2-3140-0171323-50'],
    ['a blank within the suffix, without marks', '123140017132300 50'],
    ['a date', '12/04/1988 10:30'],
    ['a phone number', '+64 27 765 43 21'],
    ['a card number', '4111 1111 1111 1111'],
    // No bank 99: its check digit cannot tell a base of seven digits from one of eight.
    ['16 digits that are two accounts', '9931400171323050'],
    ['16 digits that are two accounts of a bank without check digits', '3128400031000000'],
  ])('[PAY-02] is none with %s: %s', (_, text) => {
    expect(readBankAccount(text)).toBeNull()
  })
})

/** Keys pressed one after another in an empty field, at its end. */
const typed = (keys: string): string =>
  [...keys].reduce((before, key) => formatBankAccountInput(before + key, before, null), '')
const pasted = (text: string, before = ''): string => formatBankAccountInput(text, before, text)

describe('the account field', () => {
  it.each([
    ['1231', '12-31'],
    ['123140017132350', own],
    ['1231400171323050', '12-3140-0171323-050'],
    ['12-3140-0171323-50', own],
    ['12 3140 0171323 50', own],
    ['12-3140-0171323-0050', own],
    ['12-3140-0171323-005', '12-3140-0171323-005'],
    ['12-3141-325080-00', '12-3141-0325080-00'],
    ['1-902-68389-00', '01-0902-0068389-00'],
    ['12–3140–00171323–0050', own],
    ['12-3140-00171323-50', own],
    ['123140001713230050', own],
    ['12314000171323050', '12-3140-0171323-050'],
    ['123140x0171323 50', own],
    ['12314001713 2350', own],
    ['12 3140 00171323 50', own],
    ['12.3141.325080.00', '12-3141-0325080-00'],
    ['１２３１', '12-31'],
    // Unfinished: another digit may follow.
    ['12-3140-0171323-5', '12-3140-0171323-5'],
    ['-', ''],
  ])('[PAY-02] groups %s as it is typed', (keys, shown) => {
    expect(typed(keys)).toBe(shown)
  })

  it.each([
    ['12-3140-0171323-1234', '12-3140-0171323-123'],
    ['12314001713235012', '12-3140-0171323-501'],
  ])('[PAY-02] takes no digit that does not fit, and is in doubt about the suffix: %s', (keys, shown) => {
    expect(typed(keys)).toBe(shown)
    expect(accountWarning(shown)).toBe('SUFFIX')
  })

  it('[PAY-02] pushes no digit out at the end for one that is typed in front', () => {
    const full = '12-3140-0171323-050'
    expect(formatBankAccountInput(`9${full}`, full, null)).toBe(full)
    expect(formatBankAccountInput('12-3140-09171323-050', full, null)).toBe(full)
  })

  it.each([
    ['', '', ''],
    ['12-3140-0171323-0050', '', own],
    ['12-3141-325080-00', '12-3141-0325080-00', '12-3141-0325080-00'],
    ['Acc 1: 12-3140-0171323-50 (cheque)', '12-31', own],
    // The beginning of one, to be typed on.
    ['12 3140', '', '12-3140'],
    ['1231400171', '', '12-3140-0171'],
    // Not to be read: as it came, or its digits where that is too long.
    ['12-31401-0171323-50', '', '12-31401-0171323-50'],
    ['12-3140-0171323-1234', '', '12314001713231234'],
    ['12-3140-0171323-50 01-0902-0068389-00', '', '1231400171323500109'],
    ['12314010171323 50', '', '12314010171323-50'],
    ['12-3140-0171323 suffix 50', '', '123140017132350'],
    ['9931400171323050', '', '9931400171323050'],
    ['my account', '', ''],
  ])('[PAY-02] shows the pasted text %s over %s as %s', (text, before, shown) => {
    expect(pasted(text, before)).toBe(shown)
  })

  it('[PAY-02] takes a number that is copied group by group', () => {
    const add = (before: string, part: string) => formatBankAccountInput(before + part, before, part)
    expect(['12', '3140', '0171323', '0050'].reduce(add, '')).toBe(own)
    expect(['12-3140', '171323-50'].reduce(add, '')).toBe('12-3140-0171323-50')
    expect(['12', '31', '40', '0171', '32350'].reduce(add, '')).toBe(own)
  })

  it('[PAY-02] leaves what could not be read in its place while it is mended', () => {
    const wrong = pasted('12-31401-0171323-50')
    expect(formatBankAccountInput('12-3141-0171323-50', wrong, null)).toBe('12-3141-0171323-50')
    expect(formatBankAccountInput('12-31401-0171323-5', wrong, null)).toBe('12-31401-0171323-5')
    expect(formatBankAccountInput('', wrong, null)).toBe('')
  })

  it('[PAY-02] shows 19 characters at most, and an account only where the text is one', () => {
    const piece = fc.constantFrom(
      '12',
      '3140',
      '0171323',
      '00171323',
      '50',
      '0050',
      '1',
      '0',
      '-',
      ' ',
      '/',
      'x',
      ':',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const text = pieces.join('')
        const shown = pasted(text)
        expect(shown.length).toBeLessThanOrEqual(19)
        expect(isAccountNumber(shown) ? plainAccount(shown) : null).toBe(
          isAccountNumber(shown) ? plainAccount(readBankAccount(text) ?? '') : readBankAccount(text),
        )
        expect(typed(text).length).toBeLessThanOrEqual(19)
      }),
    )
  })
})
