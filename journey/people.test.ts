/** Names at their edges, and whom we tell what we hold. */
import { describe, expect, it } from 'vitest'
import { isName, othersToNotify } from './people.ts'

describe('a name', () => {
  it.each([
    'Māia',
    "O'Brien",
    'O’Brien',
    'Anne-Marie',
    'Ngā Rua',
    'José',
    'Ωρίων',
    'Ma\u0304ia',
    'x'.repeat(50),
  ])('[DRIVER-03] [HOLDER-04] may be %s', name => {
    expect(isName(name)).toBe(true)
  })
  it.each(['', ' ', '-', "'", 'R2D2', 'a@b', 'Jo\n', 'x'.repeat(51), '<b>', 'Jo.'])(
    '[DRIVER-03] [HOLDER-04] may not be %j',
    name => {
      expect(isName(name)).toBe(false)
    },
  )
})

it('[T21] [HOLDER-02] all but the first policyholder are to be told what we hold, where they have an e-mail of their own, and none of these twice', () => {
  const of = (...emails: string[]) => othersToNotify(emails.map(email => ({ email })))
  expect(of('a@x.nz')).toEqual([])
  expect(of('a@x.nz', 'b@x.nz', 'A@x.nz', 'B@x.nz', '', 'c@x.nz')).toEqual([1, 5])
  expect(of()).toEqual([])
})
