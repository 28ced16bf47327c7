/** Prints the progress of the address import: a bar on a terminal, otherwise a line per tenth of the file. */
import type { Progress } from './import-file.ts'

const barWidth = 30

const grouped = (count: number): string => count.toLocaleString('en-NZ')

/** `now` in milliseconds. The rate ignores rows of an earlier, interrupted run. */
export function progressReport(
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
): { show(progress: Progress): void; end(): void } {
  const startedAt = now()
  let first: Progress | undefined
  let shownTenth = -1

  const lineOf = (progress: Progress): string => {
    const share = progress.bytes === 0 ? 1 : progress.bytesDone / progress.bytes
    const seconds = (now() - startedAt) / 1_000
    const bytesASecond = (progress.bytesDone - (first?.bytesDone ?? 0)) / seconds
    const left =
      bytesASecond > 0 ? Math.ceil((progress.bytes - progress.bytesDone) / bytesASecond) : undefined
    const full = Math.round(share * barWidth)
    const bar = out.isTTY ? `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ` : ''
    const rest = left === undefined ? '' : `, about ${grouped(left)} s left`
    return `${bar}${Math.floor(share * 100)} %, ${grouped(progress.rows)} addresses${rest}`
  }

  return {
    show(progress) {
      const tenth = Math.floor((progress.bytesDone / Math.max(1, progress.bytes)) * 10)
      if (out.isTTY) out.write(`\r${lineOf(progress)}\u001b[K`)
      else if (tenth > shownTenth) out.write(`${lineOf(progress)}\n`)
      shownTenth = tenth
      first ??= progress
    },
    end() {
      if (out.isTTY && first) out.write('\n')
    },
  }
}
