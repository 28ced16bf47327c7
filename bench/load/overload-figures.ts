/**
 * Overload figures (a) to (h) of decision 0017 beside the measurements of bench/load/overload.ts. Items (i)
 * and (j) are tests: server/routes/endpoints.test.ts, web/api/client.test.ts.
 */

import type { Summary } from './open-loop.ts'
import { type Figure, median } from './statistics.ts'

/** S: what the node did when it was asked as fast as it answered. */
export interface Saturation {
  readonly perSecond: number
  /** Pages apart. */
  readonly callsPerSecond: number
}

/** What came of a load, and S right before it. */
export type Loaded = Summary & Saturation

/** At 0.7 S, 0.8 S, 2 S and 5 S, and once more at 0.8 S five seconds after 2 S. */
export interface Round {
  readonly calm: Loaded
  readonly busy: Loaded
  readonly double: Loaded
  readonly fivefold: Loaded
  readonly after: Summary
}

export interface Binds {
  readonly sent: number
  readonly bound: number
  readonly slowestMs: number
}

export interface Overload {
  readonly rounds: readonly Round[]
  /** Seconds, as refusals at 2 S and 5 S said; null where one did not say. */
  readonly retryAfters: ReadonlySet<number | null>
  readonly steadyBytes: number
  readonly peakBytes: number
  /** Requests waiting for a connection of the pool. */
  readonly mostWaiting: number
  /** Binds sent while look-ups came at 5 S, and while a script of the pages did. */
  readonly flood: Binds
  readonly files: Binds
  /** p99 of amends without and beside a partner that takes ten seconds. */
  readonly slow: { readonly aloneMs: number; readonly besideMs: number }
}

const megabyte = 1_048_576

export function overloadFigures(measured: Overload): Figure[] {
  const { rounds, flood, files, slow, retryAfters, steadyBytes, peakBytes, mostWaiting } = measured
  /** The median of the rounds. A ratio is that of one round's figures: they were measured within a minute. */
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure))
  const most = (figure: (round: Round) => number) => Math.max(...rounds.map(figure))
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (
    name: string,
    measured: string,
    floor: string,
    ratio: number | null,
    reach: string,
    holds: boolean | null,
  ) => ({
    name,
    measured,
    floor,
    ratio,
    reach,
    holds,
  })
  const perSecond = (value: number) => `${value.toFixed(0)}/s`
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`
  const slower = medianOf(({ double, busy }) => double.p99Ms / busy.p99Ms)
  const refusalMs = medianOf(({ double, fivefold }) => Math.max(double.shedP99Ms, fivefold.shedP99Ms))
  const shedWhenCalm = medianOf(({ calm }) => calm.shedPart)
  const slowerAfter = medianOf(({ after, busy }) => after.p99Ms / busy.p99Ms)
  const busyMs = medianOf(({ busy }) => busy.p99Ms)
  return [
    ...(['double', 'fivefold'] as const).flatMap(load => {
      const [times, wanted] = load === 'double' ? [2, 0.9] : [5, 0.8]
      const good = medianOf(({ [load]: came }) => came.goodPerSecond / came.perSecond)
      const calls = medianOf(({ [load]: came }) => came.goodCallsPerSecond / came.callsPerSecond)
      return [
        row(
          `(a) goodput at ${times} S`,
          perSecond(medianOf(({ [load]: came }) => came.goodPerSecond)),
          `S = ${perSecond(medianOf(({ [load]: came }) => came.perSecond))}`,
          good,
          `≥ ${wanted}`,
          good >= wanted,
        ),
        // A full node gives its pages from memory, and they could hold the figure up by themselves.
        row(
          `(a) of it at ${times} S, calls against the calls in S`,
          perSecond(medianOf(({ [load]: came }) => came.goodCallsPerSecond)),
          `${perSecond(medianOf(({ [load]: came }) => came.callsPerSecond))} of S`,
          calls,
          'stated',
          null,
        ),
      ]
    }),
    row(
      '(a) look-ups, amends and creates among them',
      `${perSecond(medianOf(({ double }) => double.goodQuotingPerSecond))} at 2 S, ${perSecond(medianOf(({ fivefold }) => fivefold.goodQuotingPerSecond))} at 5 S`,
      '',
      null,
      'stated',
      null,
    ),
    row(
      '(b) p99 of accepted calls at 2 S',
      ms(medianOf(({ double }) => double.p99Ms)),
      `${ms(busyMs)} at 0.8 S`,
      slower,
      '≤ 2 and ≤ 1 s',
      slower <= 2 && medianOf(({ double }) => double.p99Ms) <= 1_000,
    ),
    row(
      '(c) p99 of a refusal',
      ms(refusalMs),
      `${percent(medianOf(({ double }) => double.shedPart))} shed at 2 S, ${percent(medianOf(({ fivefold }) => fivefold.shedPart))} at 5 S`,
      null,
      '≤ 100 ms',
      refusalMs <= 100,
    ),
    row(
      '(c) Retry-After',
      [...retryAfters].sort().join(' '),
      '',
      null,
      '1 to 5',
      [...retryAfters].every(value => value !== null && value >= 1 && value <= 5),
    ),
    row(
      '(c) shed at 0.7 S',
      `${(100 * shedWhenCalm).toFixed(2)} %`,
      `S = ${perSecond(medianOf(({ calm }) => calm.perSecond))}`,
      null,
      '≤ 1 %',
      shedWhenCalm <= 0.01,
    ),
    row(
      '(d) p99 at 0.8 S, 5 s after the load',
      ms(medianOf(({ after }) => after.p99Ms)),
      `${ms(busyMs)} before it`,
      slowerAfter,
      '≤ 1.25',
      slowerAfter <= 1.25,
    ),
    row(
      '(e) peak memory',
      `${(peakBytes / megabyte).toFixed(0)} MiB`,
      `${(steadyBytes / megabyte).toFixed(0)} MiB steady`,
      peakBytes / steadyBytes,
      '≤ 1.5 and ≤ 512 MiB',
      peakBytes <= 1.5 * steadyBytes && peakBytes <= 512 * megabyte,
    ),
    row(
      '(f) most requests waiting for a connection',
      String(mostWaiting),
      '',
      null,
      '≤ 128 (caps 64 + 64)',
      mostWaiting <= 128,
    ),
    ...[
      { binds: flood, among: 'look-ups come' },
      { binds: files, among: 'a script is asked for' },
    ].map(({ binds, among }) =>
      row(
        `(g) binds while ${among} at 5 S`,
        `${binds.bound} of ${binds.sent}, slowest ${ms(binds.slowestMs)}`,
        '',
        null,
        'all, < 3 s',
        binds.bound === binds.sent && binds.slowestMs < 3_000,
      ),
    ),
    row(
      '(h) p99 beside a partner that takes 10 s',
      ms(slow.besideMs),
      `${ms(slow.aloneMs)} without`,
      slow.besideMs / slow.aloneMs,
      '≤ 1.5',
      slow.besideMs <= 1.5 * slow.aloneMs,
    ),
    row(
      'lost at 2 S and 5 S',
      `${most(({ double }) => double.lost)} and ${most(({ fivefold }) => fivefold.lost)}`,
      `of ${medianOf(({ double }) => double.sent)} and ${medianOf(({ fivefold }) => fivefold.sent)}`,
      null,
      'none',
      most(({ double, fivefold }) => double.lost + fivefold.lost) === 0,
    ),
  ]
}
