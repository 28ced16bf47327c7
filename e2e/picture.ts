/** Compares a page with its small reference picture in states/pictures; the scale ignores font smoothing. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { expect } from './product.ts'

const root = join(import.meta.dirname, '..')
const savedPath = (name: string) => join(root, 'states/pictures', `${name}.png`)
const failedPath = (name: string) => join(root, 'test-results/states', `${name}.png`)

/** True in `npm run pictures`, which saves the pictures. */
const savesPictures = process.env.OPENROAD_PICTURES === '1'

/** pixelmatch's colour tolerance. */
const colourTolerance = 0.12
const sharePermitted = 0.004
/** The page below this many pixels is cut off. */
const tallest = 2400

/** Reduces each channel to 32 shades, which halves the file size. */
const coarse = (value: number): number => Math.min(255, Math.round(value / 8) * 8)

/** The average of one channel in a square of pixels. */
function average({ data, width }: PNG, left: number, top: number, size: number, channel: number): number {
  let sum = 0
  for (let y = top; y < top + size; y += 1)
    for (let x = left; x < left + size; x += 1) sum += data[(y * width + x) * 4 + channel] ?? 0
  return sum / (size * size)
}

/** Scales down by averaging squares of pixels. */
function shrink(large: PNG, times: number): PNG {
  const width = Math.floor(large.width / times)
  const height = Math.floor(large.height / times)
  const small = new PNG({ width, height })
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 4; channel += 1)
        small.data[(y * width + x) * 4 + channel] = coarse(
          average(large, x * times, y * times, times, channel),
        )
  return small
}

const save = (path: string, picture: PNG) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }))
}

/** Compares or saves the picture. A failure writes the new picture and the difference to test-results/states. */
export async function expectScreenshot(page: Page, name: string, times: number): Promise<void> {
  const { isOverPage, whole } = await page.evaluate(() => ({
    isOverPage: document.querySelector('dialog:modal') !== null,
    whole: document.documentElement.scrollHeight,
  }))
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = { x: 0, y: 0, width, height: isOverPage ? height : Math.min(whole, tallest) }
  const large = await page.screenshot({
    fullPage: !isOverPage,
    clip,
    animations: 'disabled',
    caret: 'hide',
    // A bar at the bottom of the window would cover the middle of a whole page.
    ...(!isOverPage && { style: '[role=tabpanel] > div + div { position: static }' }),
  })
  const now = shrink(PNG.sync.read(large), times)
  if (savesPictures) return save(savedPath(name), now)
  expect(existsSync(savedPath(name)), `no picture of ${name} yet: npm run pictures`).toBe(true)
  const before = PNG.sync.read(readFileSync(savedPath(name)))
  const isSameSize = before.width === now.width && Math.abs(before.height - now.height) <= 1
  const lines = Math.min(before.height, now.height)
  const difference = new PNG({ width: now.width, height: lines })
  const cut = (picture: PNG) => picture.data.subarray(0, now.width * lines * 4)
  const off = isSameSize
    ? pixelmatch(cut(before), cut(now), difference.data, now.width, lines, { threshold: colourTolerance })
    : now.width * lines
  const share = off / (now.width * lines)
  if (share > sharePermitted) {
    save(failedPath(name), now)
    save(failedPath(`${name}.difference`), difference)
  }
  expect(
    share,
    `${name} looks different (${before.width}×${before.height}, now ${now.width}×${now.height}): see test-results/states, and npm run pictures if it is intended`,
  ).toBeLessThanOrEqual(sharePermitted)
}
