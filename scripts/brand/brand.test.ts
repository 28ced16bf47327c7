/** Tests of the brand command: new brands are valid, and the check reports each error. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { UsageError } from '../command.ts'
import { checkBrands } from './check-brands.ts'
import { createBrand } from './new-brand.ts'

const answers = {
  name: 'Kowhai Cars',
  tagline: 'Yellow by nature',
  host: 'www.kowhai.example',
  colour: '#f2b705',
  phone: '0800 100 777',
  email: 'hello@kowhai.example',
}

const cwd = join(import.meta.dirname, '../..')
let folder = ''
let brands = pathToFileURL('/')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openroad-brand-kit-'))
  for (const key of ['openroad', 'fern'])
    cpSync(new URL(`../../brands/${key}`, import.meta.url), join(folder, key), { recursive: true })
  brands = pathToFileURL(`${folder}/`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each(['#F2B705', '#000000', '#FFFFFF', '#D81E5B', '#0E7C7B', '#808080', '#FFFF00'])(
  '[BUS-05] creates a valid brand from the colour %s',
  colour => {
    const todo = createBrand('kowhai', { ...answers, colour }, brands)
    expect(checkBrands(brands).get('kowhai')).toEqual([])
    expect(todo.join('\n')).toContain('www.kowhai.example')
  },
)

it('[BUS-05] writes a brand.json that the linter accepts', () => {
  createBrand('kowhai', answers, brands)
  const written = readFileSync(join(folder, 'kowhai/brand.json'), 'utf8')
  const biome = join(cwd, 'node_modules/.bin/biome')
  const args = ['format', '--stdin-file-path=brands/kowhai/brand.json']
  const formatted = execFileSync(biome, args, { cwd, encoding: 'utf8', input: written })
  expect(written).toBe(formatted)
})

it('[BUS-05] creates two brands that differ in name, contacts and drawings', () => {
  createBrand('kowhai', answers, brands)
  const words = { name: 'Tui', tagline: 'Sings', colour: answers.colour }
  createBrand('tui', { ...words, host: 'tui.example', phone: '0800 100 778', email: 'a@tui.example' }, brands)
  expect([...checkBrands(brands).values()].flat()).toEqual([])
})

it.each([
  ['Kowhai', {}, 'lower-case letters only, such as fern'],
  ['fern', {}, 'exists already'],
  ['kowhai', { host: 'https://kowhai.example' }, '--host must be a bare name'],
  ['kowhai', { colour: 'yellow' }, '--colour must be # and six'],
  ['kowhai', { phone: '+64 800' }, '--phone must be a New Zealand number'],
  ['kowhai', { phone: '0800 100' }, '--phone must be a New Zealand number'],
  ['kowhai', { phone: '0800 100 777 1234' }, '--phone must be a New Zealand number'],
  ['kowhai', { email: 'hello' }, '--email must be an e-mail address'],
  ['kowhai', { name: ' ' }, '--name must not be empty'],
])('[BUS-05] refuses the key %s with %o, and writes nothing', (key, wrong, sentence) => {
  const create = () => createBrand(key, { ...answers, ...wrong }, brands)
  expect(create).toThrow(UsageError)
  expect(create).toThrow(sentence)
  expect(readdirSync(folder).sort()).toEqual(['fern', 'openroad'])
})

/** Changes brand.json of a new brand; returns what the check reports. */
function faultsAfter(change: (brand: Brand) => object): readonly string[] | undefined {
  createBrand('kowhai', answers, brands)
  const file = join(folder, 'kowhai/brand.json')
  const brand = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...brand, ...change(brand) }))
  return checkBrands(brands).get('kowhai')
}

it('[BUS-05] the check reports low contrast, a logo that documents cannot draw, and duplicate details', () => {
  const faults = faultsAfter(({ light }) => {
    writeFileSync(join(folder, 'kowhai/logo.svg'), '<svg viewBox="0 0 40 40"><text>K</text></svg>')
    writeFileSync(join(folder, 'kowhai/horizon.svg'), '<svg viewBox="0 0 10 10"></svg>')
    const { name } = JSON.parse(readFileSync(join(folder, 'fern/brand.json'), 'utf8'))
    return { name, hosts: [], light: { ...light, link: '#FFFFFF' } }
  })
  for (const part of [
    'light.link #FFFFFF',
    'logo.svg cannot be drawn',
    'viewBox="0 0 1280 72"',
    'name is the same',
    'hosts is empty',
  ])
    expect(faults).toContainEqual(expect.stringContaining(part))
})

it('[BUS-03] the check names a host at which the tag manager is never loaded', () => {
  const hosts = ['www.kowhai.example', 'prepaid.kowhai.example']
  expect(faultsAfter(() => ({ hosts, tagManager: 'GTM-KOWHAI1' }))).toEqual([
    expect.stringContaining('tagManager is never loaded at prepaid.kowhai.example'),
  ])
})

const command = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/brand.ts', ...args], {
    cwd,
    encoding: 'utf8',
    input: '',
  })

it('[BUS-05] [SHELL-03] each brand has unique details, a logo that documents can draw, and enough contrast', () => {
  const { stdout } = command('check')
  expect(stdout.split('\n').filter(line => line.startsWith('✔'))).toHaveLength(readBrands().size)
})

it.each([[], ['paint'], ['new', 'kowhai', '--name', 'Kowhai'], ['check', '--wrong', 'x']])(
  '[BUS-05] the command with %j prints a sentence and exits with 2',
  (...args) => {
    const { status, stderr } = command(...args)
    expect(status).toBe(2)
    expect(stderr.trim()).not.toBe('')
    expect(stderr).not.toContain('    at ')
  },
)
