/**
 * What decision 0017 asks of a node under too much load, (a) to (h), beside what bench/load/overload.ts measured. (i) and
 * (j) are tests: server/http/edge.test.ts, web/api.test.ts.
 */
import type { Figure } from './figures.ts'
import type { Summary } from './open-loop.ts'

/** What came of a load, and S right before it: what the node did when it was asked as fast as it answered. */
export type Loaded = Summary & { readonly perSecond: number }

export interface Overload {
  /** At 0.7 S, 0.8 S, 2 S and 5 S, and once more at 0.8 S five seconds after 2 S. */
  readonly calm: Loaded
  readonly busy: Loaded
  readonly double: Loaded
  readonly fivefold: Loaded
  readonly after: Summary
  /** Seconds, of every refusal at 2 S and 5 S; null where it did not say. */
  readonly retryAfters: readonly (number | null)[]
  readonly steadyBytes: number
  readonly peakBytes: number
  /** Requests waiting for a connection of the pool. */
  readonly mostWaiting: number
  /** Binds sent while look-ups came at 5 S. */
  readonly flood: { readonly sent: number; readonly bound: number; readonly slowestMs: number }
  /** p99 of amends without and beside a partner that takes ten seconds. */
  readonly slow: { readonly aloneMs: number; readonly besideMs: number }
}

const megabyte = 1_048_576

export function overloadFigures(measured: Overload): Figure[] {
  const { calm, busy, double, fivefold, after, flood, slow } = measured
  const { retryAfters, steadyBytes, peakBytes, mostWaiting } = measured
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (
    name: string,
    measured: string,
    floor: string,
    ratio: number | null,
    reach: string,
    holds: boolean,
  ) => ({
    name,
    measured,
    floor,
    ratio,
    reach,
    holds,
  })
  const saturated = ({ perSecond }: Loaded) => `S = ${perSecond.toFixed(0)}/s`
  return [
    row(
      '(a) goodput at 2 S',
      `${double.goodPerSecond.toFixed(0)}/s`,
      saturated(double),
      double.goodPerSecond / double.perSecond,
      '≥ 0.9',
      double.goodPerSecond >= 0.9 * double.perSecond,
    ),
    row(
      '(a) goodput at 5 S',
      `${fivefold.goodPerSecond.toFixed(0)}/s`,
      saturated(fivefold),
      fivefold.goodPerSecond / fivefold.perSecond,
      '≥ 0.8',
      fivefold.goodPerSecond >= 0.8 * fivefold.perSecond,
    ),
    row(
      '(b) p99 of accepted at 2 S',
      ms(double.p99Ms),
      `${ms(busy.p99Ms)} at 0.8 S`,
      double.p99Ms / busy.p99Ms,
      '≤ 2 and ≤ 1 s',
      double.p99Ms <= 2 * busy.p99Ms && double.p99Ms <= 1_000,
    ),
    row(
      '(c) p99 of a refusal',
      ms(Math.max(double.shedP99Ms, fivefold.shedP99Ms)),
      `${(100 * double.shedPart).toFixed(0)} % shed at 2 S, ${(100 * fivefold.shedPart).toFixed(0)} % at 5 S`,
      null,
      '≤ 100 ms',
      Math.max(double.shedP99Ms, fivefold.shedP99Ms) <= 100,
    ),
    row(
      '(c) Retry-After',
      [...new Set(retryAfters)].sort().join(' '),
      '',
      null,
      '1 to 5',
      retryAfters.every(value => value !== null && value >= 1 && value <= 5),
    ),
    row(
      '(c) shed at 0.7 S',
      `${(100 * calm.shedPart).toFixed(2)} %`,
      saturated(calm),
      null,
      '≤ 1 %',
      calm.shedPart <= 0.01,
    ),
    row(
      '(d) p99 at 0.8 S, 5 s after the load',
      ms(after.p99Ms),
      `${ms(busy.p99Ms)} before it`,
      after.p99Ms / busy.p99Ms,
      '≤ 1.25',
      after.p99Ms <= 1.25 * busy.p99Ms,
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
    row(
      '(g) binds while look-ups come at 5 S',
      `${flood.bound} of ${flood.sent}, slowest ${ms(flood.slowestMs)}`,
      '',
      null,
      'all, < 3 s',
      flood.bound === flood.sent && flood.slowestMs < 3_000,
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
      `${double.lost} and ${fivefold.lost}`,
      `of ${double.sent} and ${fivefold.sent}`,
      null,
      'none',
      double.lost + fivefold.lost === 0,
    ),
  ]
}
