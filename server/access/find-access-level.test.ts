/** Tests of the access levels that tokens and links give. */
import { expect, it } from 'vitest'
import { accessLevels } from '#journey/access-level.ts'
import { accessLevelByToken, accessLevelsByLoginToken } from './find-access-level.ts'

const changed = (ownership_changed_at: Date, ownership_changed_by_log_in: Date | null) => ({
  ownership_changed_at,
  ownership_changed_by_log_in,
})

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28) + seconds * 1000)

it.each(accessLevels)(
  '[EDGE-16] [T2] a stand-alone token of %s gives a summary once other people are saved',
  level => {
    expect(accessLevelByToken({ level, issuedAt: at(0) }, undefined)).toBe(level)
    expect(accessLevelByToken({ level, issuedAt: at(0) }, changed(at(1), null))).toBe('VIEW_SUMMARY')
    expect(accessLevelByToken({ level, issuedAt: at(1) }, changed(at(1), null))).toBe('VIEW_SUMMARY')
    expect(accessLevelByToken({ level, issuedAt: null }, changed(at(1), null))).toBe('VIEW_SUMMARY')
    expect(accessLevelByToken({ level, issuedAt: at(2) }, changed(at(1), at(0)))).toBe(level)
  },
)

it('[EDGE-16] [T2] the client that saved the people edits the quote, whatever link it came by', () => {
  const change = changed(at(1), at(0))
  const levels = accessLevels.map(level => accessLevelByToken({ level, issuedAt: at(0) }, change))
  expect(levels).toEqual(['EDIT_QUOTE', 'EDIT_QUOTE', 'VIEW_POLICY'])
})

const link = { kind: 'link', showsPeople: false, isOwn: false, outlived: false } as const

it.each([
  ['a link that was passed on', {}, 'VIEW_SUMMARY', 'VIEW_SUMMARY'],
  ['a link of the client itself', { isOwn: true }, 'EDIT_QUOTE', 'VIEW_POLICY'],
  ['our e-mail of the quote', { showsPeople: true, isOwn: true }, 'EDIT_QUOTE', 'EDIT_QUOTE'],
  ['a return code', { kind: 'return', isOwn: true }, 'EDIT_QUOTE', 'VIEW_POLICY'],
  ['the e-mail of the policy', { kind: 'documents' }, 'VIEW_POLICY', 'VIEW_POLICY'],
  ['an expired link to an expired quote', { isOwn: true, outlived: true }, 'VIEW_SUMMARY', 'VIEW_SUMMARY'],
] as const)('[EDGE-16] [ENTRY-06] %s', (_, changes, session, token) => {
  expect(accessLevelsByLoginToken({ ...link, ...changes })).toEqual({ session, token })
})
