/** Tests of e-mail addresses: valid, invalid, and as people paste them. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { emailKey, isEmail, isEmailTooLong, parseEmail, toAsciiEmail } from './email-address.ts'

const valid = [
  ...texts(`
    maia@example.nz | a.b+c@mail.example.co.nz | maia.o'brien@example.nz | m.a.i.a@1.example.nz
    maia@example.xn--p1ai | 007@example.n2 | -a.-b-.c-@ex--ample.nz | kia@māori.nz
    kia@mail.pōneke.māori.nz | kia@xn--mori-qsa.nz | kia@日本.jp | kia@faß.de
    kia@col·legi.cat | kia@ア・イ.jp | kia@〇〇.jp
  `),
  `${'x'.repeat(64)}@example.nz`,
]
const invalid = [
  ...texts(`
    maia | maia@example | maia@@example.nz | maia@-example.nz | maia@example.nz- | maia@.example.nz
    maia@example.nz. | a b@example.nz | a@example.nz, b@example.nz | māia@example.nz
    maia.o’brien@example.nz | māia@māori.nz | maia@māori..nz | maia@māori | maia@māori.nz/x
    maia@māori.nz:25 | maia@ma™.nz | maia@ﬁre.nz | maia@☃.nz | maia@١.٢ | .maia@example.nz
    maia.@example.nz | maia..o@example.nz | maia@example..nz | maia@127.0.0.1
    kia@mail·example.nz | kia@example・co.jp
    maia@example-.nz | maia@example.-nz | maia@-māori.nz | maia@māori nz | maia@1.2 | maia@example.64
  `),
  '',
  'a@example.nz\n',
  `maia@${'ā'.repeat(60)}.nz`,
  `${'x'.repeat(65)}@example.nz`,
  `${'x'.repeat(50)}@${'y'.repeat(47)}.nz`,
]
it('[QUOTE-10] [HOLDER-04] only a valid e-mail address is accepted', () => {
  expect([...valid, ...invalid].filter(isEmail)).toEqual(valid)
})

it.each([
  ['kia@māori.nz', 'kia@xn--mori-qsa.nz'],
  ['Kia+car@MĀORI.nz', 'Kia+car@xn--mori-qsa.nz'],
  ['kia@Example.nz', 'kia@Example.nz'],
])('[EDGE-11] [HOLDER-04] mail to %s is sent to %s', (email, ascii) => {
  expect(toAsciiEmail(email)).toBe(ascii)
  expect(emailKey(email)).toBe(emailKey(ascii.toUpperCase()))
})

it('[QUOTE-10] the length limit applies to both forms of an address', () => {
  expect(isEmailTooLong(`kia@${'a'.repeat(60)}.${'b'.repeat(36)}`)).toBe(true)
  const longer = `${'x'.repeat(60)}@${'ā'.repeat(33)}.nz`
  expect(longer.length).toBeLessThan(100)
  expect([isEmailTooLong(longer), isEmail(longer)]).toEqual([true, false])
  expect(isEmailTooLong('kia@māori.nz')).toBe(false)
})

it.each([
  ...pairs(`
    Kia Ora <kia@māori.nz> → kia@māori.nz | <kia@example.nz> → kia@example.nz
    "kia@example.nz" <kia@example.nz> → kia@example.nz | 'kia@example.nz' → kia@example.nz
    MAILTO:kia%2Bcar@example.nz?subject=Kia%20ora → kia+car@example.nz
    kia＠example．nz → kia@example.nz | kia@example。nz → kia@example.nz
    kia@example.nz. → kia@example.nz | kia@ma\u0304ori.nz → kia@māori.nz
    maia.o’brien@example.nz → maia.o'brien@example.nz | mailto:kia@example.nz → kia@example.nz
    E: kia@example.nz → kia@example.nz | E-mail: kia@example.nz → kia@example.nz
  `),
  [' kia@example.nz, ', 'kia@example.nz'],
  ['\u202Akia@exam\u200Bple.nz\u202C', 'kia@example.nz'],
])('[QUOTE-10] [HOLDER-04] %j is read as %s', (typed, email) => {
  expect([parseEmail(typed), isEmail(parseEmail(typed))]).toEqual([email, true])
})

it.each(
  texts(`
    kia@example.nz, aroha@example.nz | Kia <kia@example.nz>, Aroha <aroha@example.nz>
    kia:aroha@example.nz | https://kia@example.nz
    aroha@example.nz <kia@example.nz> | kia@example.nz (Kia) | mailto:% | kia@example™.nz
    kīa@example.nz | kia@ example.nz | kia™@example.nz | kia at example.nz
  `),
)('[QUOTE-10] [HOLDER-04] %j is refused and not changed into another address', typed => {
  expect(isEmail(parseEmail(typed))).toBe(false)
})
