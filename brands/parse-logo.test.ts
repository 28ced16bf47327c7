/** Tests of reading a brand's logo for PDF documents. */
import { expect, it } from 'vitest'
import { logoElements, validateLogo } from './parse-logo.ts'

const inside = (drawing: string) => `<svg viewBox="0 0 40 40">${drawing}</svg>`

it('[SHELL-03] reads the elements of a logo with its own colours', () => {
  const svg = inside('<rect width="40" height="40" rx="6" fill="#0A5"/><circle r="9" fill="var(--accent)"/>')
  expect(validateLogo(svg)).toBeNull()
  expect(logoElements(svg).slice(1)).toEqual([
    { name: 'rect', attributes: { width: '40', height: '40', rx: '6', fill: '#0A5' } },
    { name: 'circle', attributes: { r: '9', fill: 'var(--accent)' } },
  ])
})

it.each([
  [inside('<g opacity=".5"><path d="M0 0h9" fill="var(--accent)"/></g>'), '<g> is not drawn'],
  [inside('<path d="M0 0h9v9z" fill="url(#shine)"/>'), 'fill="url(#shine)" of a <path> is not drawn'],
  [
    inside('<path d="M0 0h9v9z" fill="var(--accent)" transform="rotate(9)"/>'),
    'transform="rotate(9)" of a <path> is not drawn',
  ],
  [inside('<circle cx="50%" cy="9" r="9" fill="var(--accent)"/>'), 'cx="50%" of a <circle> is not drawn'],
  [inside('<path fill="var(--accent)"/>'), 'a <path> has no d'],
  [inside('<path d="M0 0h9v9z"/>'), 'a <path> needs a colour as its fill or as its stroke, one of them'],
  [
    inside('<path d="M0 0h9v9z" fill="var(--accent)" stroke="var(--primary)"/>'),
    'a <path> needs a colour as its fill or as its stroke, one of them',
  ],
  [
    inside("<circle r='9' fill='var(--accent)'/>"),
    "'<circle r='9' fill='var(--accent)'/>' is no element with its attributes in double quotes",
  ],
  ['<svg viewBox="0 0 24 24"></svg>', 'viewBox="0 0 24 24" of a <svg> is not drawn'],
  ['<path d="M0 0h9v9z" fill="var(--accent)"/>', 'it does not begin with <svg>'],
])('[SHELL-03] reports what a document cannot draw: %s', (svg, sentence) => {
  expect(validateLogo(svg)).toBe(sentence)
})
