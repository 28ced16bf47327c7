/** Tests of parsing address text: units, levels, street numbers, highways, rural delivery and countries. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { bareAddress, normalizedAddress, parseAddressText, secondSearchText } from './typed-address.ts'

it.each(
  pairs(`
    → | , → | , Queen  Street, → queen street | Ōtara O'Connell → otara oconnell
    3  /  210 Dominion → 3/210 dominion | Flat 2, 9 Lāke Road → 2/9 lake road
    Shop 2B/9 Lake → 2b/9 lake | Unit 3-5, 9 Lake → 3-5/9 lake
    Level 5, Suite 3, 9 Lake → level 5 3/9 lake | 2nd Floor / 9 Lake → level 2 9 lake
    Ground floor 9 Lake → level g 9 lake | Basement 1, 9 Lake → level b1 9 lake
    Cottage, 9 Lake → cottage/9 lake | 88 — 92 Albert → 88-92 albert
    1A-7A Taumata-rau → 1a-7a taumata rau | 9 S.H.1 → 9 state highway 1
    9 Smith Rd, R.D. 03 → 9 smith rd rd3 | C/12 Lake → c/12 lake
    Whit\u00adby \u200eRoad → whitby road | Unit ３／９ Lake → 3/9 lake | Unit 3⁄9 Lake → 3/9 lake
    Shops 3-5: 9 Lake → 3-5/9 lake | (Unit 3) 9 Lake → 3/9 lake | #3, 9 Lake → 3/9 lake
    Flat F03; 9 Lake → 3/9 lake | Bach Three/9 Lake → 3/9 lake | Penthouse 9 Lake → penthouse/9 lake
    Level Two, Unit Three, 9 Lake → level 2 3/9 lake | Flat 3, No. 9 Lake → 3/9 lake
    Bay 3, 9 Lake → 3/9 lake | Mission Bay 3 9 → mission bay 3 9 | First Floor, 9 Lake → level 1 9 lake | Level Two 9 Lake → level 2 9 lake | Lvl 05/9 Lake → level 5 9 lake
    G/F, 9 Lake → level g 9 lake | Bsmt 1, 9 Lake → level b1 9 lake | No. 9 Lake → 9 lake
    9 Hway 01 → 9 state highway 1 | 9 S/H 1 → 9 state highway 1 | 9 StateHiway 25A → 9 state highway 25a
    3, 210 Lake → 3/210 lake | 9 A Gt Nth Rd → 9a great north rd | 9 Lake, Albany CBD → 9 lake albany central
    9 Lake, Dairy Flat, 0794 → 9 lake dairy flat 0794
    9 SHwy 1 → 9 state highway 1 | 9 Smith Rd R/D 3 → 9 smith rd rd3 | 9 Smith Rd, RD:3 → 9 smith rd rd3
  `),
)('[CAR-09] %j normalised is %j', (text, normalized) => {
  expect(normalizedAddress(text)).toBe(normalized)
})

it('[CAR-09] a street that only sounds like a level, a unit, a highway or a rural delivery keeps its words', () => {
  for (const text of texts(`
    12 levels road | flat bush road 12 | 12 shop lane | ohai highway 12 | smith rd 12 | 3rd avenue 12
    no 1 | great north rd 12 | beach haven rd 12 | 12 a street | 3rd avenue 12 | bell block 4312
    no 1 road | flat one tree hill road | 12 first avenue | mission bay 12
  `))
    expect(parseAddressText(text)).toEqual({ level: '', words: text.split(' ') })
})

it.each([
  ['9 Lake Road, RD 3, Albany', '9 lake road, , , albany'],
  ['9 Lake Road, Albany 0632, New Zealand', '9 lake road, albany 0632  '],
  ['9 Lake Road, Albany, Aotearoa NZ 0632', '9 lake road, albany 0632 '],
  ['9 Lake Road, NewZealand', '9 lake road  '],
  ['9 Lake Road, Aotearoa | New-Zealand', '9 lake road  '],
  ['9 Lake Road N. Zealand', '9 lake road  '],
])('[CAR-09] %j without rural delivery and country is %j', (text, bare) => {
  expect(bareAddress(text)).toBe(bare)
})

it('[CAR-09] a name that only begins or ends like a country stays', () => {
  for (const text of texts(`
    9 aotearoa terrace | 9 new zealand road, albany | 9 rangatira road | 9 franz road | 9 ronz | 9 newtown
  `))
    expect(bareAddress(text)).toBe(text)
})

it.each(
  pairs(`
    Unit 3, 9 Lake Rd, NZ → 3/9 lake rd | L5/9 Lake Road → level 5 9 lake road
    9 SH1, RD 2 → 9 state highway 1 | 9 Lake Road, Albany →
  `),
)('[CAR-09] %j is searched for a second time as %j', (text, second) => {
  expect(secondSearchText(text)).toBe(second)
})
