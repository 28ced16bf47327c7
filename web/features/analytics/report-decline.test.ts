/** Test of the decline report of a page: once per quote and reason. */
import { expect, it, vi } from 'vitest'
import { reportDecline } from './report-decline.ts'

it('[BUS-01] a decline on a page is reported once per quote and reason, and not without a quote', async () => {
  const sendBeacon = vi.fn((_url: string, _data: Blob) => true)
  reportDecline(undefined, 'MODIFIED', { sendBeacon })
  for (const quoteId of ['1', '1', '2']) reportDecline(quoteId, 'MODIFIED', { sendBeacon })
  reportDecline('1', 'BUSINESS_USE', { sendBeacon })
  const sent = await Promise.all(
    sendBeacon.mock.calls.map(async ([url, data]) => [url, data.type, await data.text()]),
  )
  expect(sent).toEqual(
    [
      ['1', 'MODIFIED'],
      ['2', 'MODIFIED'],
      ['1', 'BUSINESS_USE'],
    ].map(([quoteId, reason]) => [
      '/edge/page-decline',
      'application/json',
      JSON.stringify({ quoteId, reason }),
    ]),
  )
})
