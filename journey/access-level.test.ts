/** Tests of the access levels: their order, and the table of what each level permits (D1, D2). */
import { expect, it } from 'vitest'
import {
  type AccessLevel,
  accessLevels,
  accessTable,
  can,
  levelAtLeast,
  levelsBelow,
  type Permission,
  type QuoteForAccess,
} from './access-level.ts'

const permissions = Object.keys(accessTable) as Permission[]
const at = new Date()
const untouched: QuoteForAccess = { people_saved_at: null, ownership_changed_at: null, risk_address: null }
const withHome: QuoteForAccess = { ...untouched, ownership_changed_at: at, risk_address: {} }
const withPeople: QuoteForAccess = { ...withHome, people_saved_at: at }

it('[EDGE-02] [EDGE-16] each level includes the levels below it', () => {
  for (const [index, level] of accessLevels.entries())
    for (const [other, wanted] of accessLevels.entries())
      expect(levelAtLeast(level, wanted), `${level} for ${wanted}`).toBe(index >= other)
  expect(accessLevels.map(levelsBelow)).toEqual([[], ['VIEW_SUMMARY'], ['VIEW_SUMMARY', 'EDIT_QUOTE']])
  expect(levelAtLeast(null, 'VIEW_SUMMARY')).toBe(false)
})

it('[EDGE-16] a higher level permits all that a lower one permits', () => {
  for (const permission of permissions)
    for (const quote of [untouched, withHome, withPeople]) {
      const allowed = accessLevels.map(level => can({ level, quote }, permission))
      expect(allowed, permission).toEqual(allowed.toSorted())
      expect(can({ level: null, quote }, permission)).toBe(false)
    }
})

it('[EDGE-02] [EDGE-16] [T2] a passed-on link edits only a quote without people, and shows no people once the quote is answered', () => {
  const byLink = (of: { quote?: QuoteForAccess }) =>
    permissions.filter(permission => can({ level: 'VIEW_SUMMARY', ...of }, permission))
  expect(byLink({ quote: untouched })).toEqual(['viewSummary', 'viewRegisteredPerson', 'editQuote'])
  for (const answered of [withHome, { ...withHome, risk_address: null }, { ...untouched, risk_address: {} }])
    expect(byLink({ quote: answered })).toEqual(['viewSummary', 'editQuote'])
  expect(byLink({ quote: withPeople })).toEqual(['viewSummary'])
  expect(byLink({})).toEqual(['viewSummary'])
})

it('[EDGE-16] only the highest level sees the policy', () => {
  expect(
    permissions.filter(permission => !can({ level: 'EDIT_QUOTE', quote: withPeople }, permission)),
  ).toEqual(['viewPolicy'])
  expect(permissions.every(permission => can({ level: 'VIEW_POLICY' }, permission))).toBe(true)
})

it('[EDGE-16] docs/access.md shows the table (`npm run unit -- -u journey/access-level` writes it)', async () => {
  /** A quote goes through three states; a right that ends is lost in all later states. */
  const meanings = ['–', 'until an answer is saved', 'until people are saved', 'yes']
  const cell = (permission: Permission, level: AccessLevel) =>
    meanings[[untouched, withHome, withPeople].filter(quote => can({ level, quote }, permission)).length]
  const row = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  const page = [
    '# Access levels\n',
    'What a client may do with a quote. A test writes this page from `journey/access-level.ts`;',
    '`server/access/find-access-level.ts` finds the level of a client.\n',
    row(['permission', ...accessLevels]),
    row(['---', ...accessLevels.map(() => '---')]),
    ...permissions.map(permission =>
      row([permission, ...accessLevels.map(level => cell(permission, level))]),
    ),
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../docs/access.md')
})
