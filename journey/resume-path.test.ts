import { expect, it } from 'vitest'
import { hasLink, resumePath } from './resume-path.ts'

it('[PAY-08] [PAY-09] the way back into the wizard carries id, token and back', () => {
  expect(resumePath('a-1', 't 2')).toBe('/vehicle?id=a-1&token=t+2')
  expect(resumePath('a-1', 't', 'yes')).toBe('/vehicle?id=a-1&token=t&back=yes')
  expect(resumePath('', '')).toBe('/vehicle')
})

it.each([
  ['id=a&token=t', true],
  ['back=yes&id=a&token=t', true],
  ['id=a', false],
  ['token=t', false],
  ['id=&token=t', false],
  ['', false],
])('[ENTRY-03] [ENTRY-04] %j carries a link: %s', (query, isLink) => {
  expect(hasLink(new URLSearchParams(query))).toBe(isLink)
})
