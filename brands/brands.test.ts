/** Tests of reading brand folders, of logos for PDF documents, and of contrast ratios. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contrastRatio } from '../scripts/brand/palette.ts'
import { BrandError, brandOfHost, readBrands } from './index.ts'
import { logoElements, validateLogo } from './parse-logo.ts'

let folder = ''
const read = () => readBrands(pathToFileURL(`${folder}/`))
const brandFields = () => ({ ...readBrands().get('fern'), logoSvg: undefined, horizonSvg: undefined })
const writeFacts = (changes: object) =>
  writeFileSync(
    join(folder, 'fifth/brand.json'),
    JSON.stringify({ ...brandFields(), key: 'fifth', hosts: ['fifth.example'], ...changes }),
  )

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openroad-brands-'))
  for (const key of ['openroad', 'fern'])
    cpSync(new URL(key, import.meta.url), join(folder, key), { recursive: true })
  cpSync(join(folder, 'fern'), join(folder, 'fifth'), { recursive: true })
  writeFacts({})
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('[SHELL-03] a new folder adds a brand at its hosts', () => {
  const brands = read()
  expect([...brands.keys()].sort()).toEqual(['fern', 'fifth', 'openroad'])
  expect(brandOfHost(brands, 'fifth.example:443', true)?.key).toBe('fifth')
  expect(brandOfHost(brands, 'fifth.localhost:8080', false)?.key).toBe('fifth')
})

it('[SHELL-03] outside production every host that no brand claims gets the provider’s brand', () => {
  const others = ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'nobody.example', '']
  const keyOf = (host: string) => brandOfHost(readBrands(), host, false)?.key
  expect(new Set(others.map(keyOf))).toEqual(new Set(['openroad']))
  expect(keyOf('FERN.localhost:8080')).toBe('fern')
})

it('[SHELL-03] accepts only the hosts that brands list in production', () => {
  const brands = readBrands()
  expect([...brands.keys()]).toEqual(expect.arrayContaining(['fern', 'harbour', 'openroad', 'turners']))
  for (const { key, hosts } of brands.values()) {
    expect(hosts.length, key).toBeGreaterThan(0)
    for (const host of hosts) expect(brandOfHost(brands, `${host.toUpperCase()}.:443`, true)?.key).toBe(key)
  }
  for (const host of ['localhost', 'fern.localhost', '192.0.2.1', 'nobody.example', ''])
    expect(brandOfHost(brands, host, true), host).toBeNull()
})

it('reports a missing file, and a file that is not JSON', () => {
  writeFileSync(join(folder, 'fifth/brand.json'), '{')
  expect(read).toThrow('brands/fifth/brand.json is not JSON')
  for (const name of ['horizon.svg', 'logo.svg', 'brand.json']) {
    writeFacts({})
    rmSync(join(folder, 'fifth', name))
    expect(read).toThrow(BrandError)
    expect(read).toThrow(`brands/fifth/${name} is missing: a brand is a folder with`)
  }
})

it('reports every invalid field of a brand.json at once', () => {
  writeFacts({ supportEmail: 'no address', theme: undefined })
  expect(read).toThrow(BrandError)
  expect(read).toThrow(/^brands\/fifth\/brand\.json: theme: .*; supportEmail: /)
})

const privacyPages = ['/privacy', 'www.fifth.example/privacy', 'mailto:privacy@fifth.example', '']
const containers = ['GTM', 'gtm-ab12cd3', 'G-AB12CD3', 'GTM-AB12CD3"><script>', '']
it.each<readonly [string, object]>([
  ...privacyPages.map(url => ['privacyUrl: must be a web address, or null', { privacyUrl: url }] as const),
  ...containers.map(tagManager => ['tagManager: must be a container of Google', { tagManager }] as const),
  ["key must be the folder's name", { key: 'sixth' }],
  ['two brands claim the host fern.example', { hosts: ['fern.example'] }],
  ['hosts.0: must be a bare name', { hosts: ['https://fifth.example'] }],
  ['hosts.1: must be a bare name', { hosts: ['fifth.example', 'WWW.fifth.example:443'] }],
  [
    'supportPhone.tel: must be +64 and the digits of the text',
    { supportPhone: { text: '0800 100 500', tel: '+64800100337' } },
  ],
])('[BUS-03] [BUS-04] [SHELL-03] reports: %s', (sentence, changes) => {
  writeFacts(changes)
  expect(read).toThrow(BrandError)
  expect(read).toThrow(sentence)
})

it('[SHELL-03] contrast is 21 for black on white and 1 for equal colours, in either order', () => {
  expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrastRatio('#FFFFFF', '#000000')).toBeCloseTo(21)
  expect(contrastRatio('#245C2E', '#245C2E')).toBe(1)
})

const needsColour = 'a <path> needs a colour as its fill or as its stroke, one of them'
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
    inside('<path d="M0 0h9z" fill="#0A5" transform="rotate(9)"/>'),
    'transform="rotate(9)" of a <path> is not drawn',
  ],
  [inside('<circle cx="50%" cy="9" r="9" fill="var(--accent)"/>'), 'cx="50%" of a <circle> is not drawn'],
  [inside('<path fill="var(--accent)"/>'), 'a <path> has no d'],
  [inside('<path d="M0 0h9v9z"/>'), needsColour],
  [inside('<path d="M0 0h9v9z" fill="var(--accent)" stroke="var(--primary)"/>'), needsColour],
  [inside("<circle r='9'/>"), "'<circle r='9'/>' is no element with its attributes in double quotes"],
  ['<svg viewBox="0 0 24 24"></svg>', 'viewBox="0 0 24 24" of a <svg> is not drawn'],
  ['<path d="M0 0h9v9z" fill="var(--accent)"/>', 'it does not begin with <svg>'],
])('[SHELL-03] reports what a document cannot draw: %s', (svg, sentence) => {
  expect(validateLogo(svg)).toBe(sentence)
})
