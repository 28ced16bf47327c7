/** A policy is often bought weeks before it begins: no screen tells its reader that they are covered without saying from when. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))

it('[PAY-06] [PAY-07] shows the start of cover if it is known', () => {
  const said = files.flatMap(file => [
    ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/\byou(?:’re| are) covered\b.*/gi),
  ])
  expect(said.length).toBeGreaterThan(2)
  expect(said.map(([sentence]) => sentence).filter(sentence => !/covered from /.test(sentence))).toEqual([])
})
