/** Tests of the analytics: which events and declines reach the data layer, the console and the server. */
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { browserEvents } from '#contract/browser-events-and-declines.ts'
import { isProductionHost } from '#contract/production-host.ts'
import { type EventDetails, reportDecline, track, trackPageView } from './analytics.ts'

interface Browser {
  dataLayer?: unknown[]
  readonly info: Mock
  readonly sendBeacon: Mock<(url: string, data: Blob) => boolean>
}

/** A page at this address. */
function at(href: string): Browser {
  const page: { dataLayer?: unknown[] } = {}
  const info = vi
    .spyOn(console, 'info')
    .mockImplementation(() => {})
    .mockClear()
  const sendBeacon = vi.fn((_url: string, _data: Blob) => true)
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { href })
  vi.stubGlobal('navigator', { sendBeacon })
  return Object.assign(page, { info, sendBeacon })
}

const sent = ({ sendBeacon }: Browser) =>
  Promise.all(sendBeacon.mock.calls.map(async ([url, data]) => [url, data.type, await data.text()]))

const productionHref = 'https://quote.openroad.example/vehicle/step2'
const otherHosts = ['http://localhost:8080/vehicle/step1', 'https://uat.openroad.example/vehicle']

beforeEach(() => () => vi.unstubAllGlobals())

describe('analytics', () => {
  it('[SHELL-06] [PAY-10] pushes only where the address contains none of int, dev, uat, pre and localhost', () => {
    expect(isProductionHost(productionHref)).toBe(true)
    for (const part of ['int', 'dev', 'uat', 'pre', 'localhost'])
      expect(isProductionHost(`https://quote.openroad.example/vehicle?x=${part}`)).toBe(false)
    for (const href of otherHosts) {
      const browser = at(href)
      trackPageView('car')
      track('session_expired')
      expect(browser.dataLayer).toBeUndefined()
    }
  })

  it('[SHELL-06] names the steps by their virtual paths, after what another script pushed', () => {
    const browser = at(productionHref)
    browser.dataLayer = ['theirs']
    trackPageView('car')
    trackPageView('payment')
    expect(browser.dataLayer).toEqual([
      'theirs',
      { event: 'virtual_page_view', page: '/vehicle/step1' },
      { event: 'virtual_page_view', page: '/vehicle/step5' },
    ])
  })

  it('[SHELL-06] never passes on personal data, whatever the caller sends', () => {
    const browser = at(productionHref)
    const personal = { plate: 'JHU968', paymentMethod: 'Māia Smith', frequency: 'a@b.nz' }
    const details = { cover: 'COMPREHENSIVE', ...personal }
    track('declaration_agreed', details as unknown as EventDetails)
    track('Māia Smith' as 'declaration_agreed')
    expect(browser.dataLayer).toEqual([{ event: 'declaration_agreed', cover: 'COMPREHENSIVE' }])
  })

  it.each(browserEvents)('[SHELL-06] sends %s to console and server, production or not', async event => {
    for (const href of [productionHref, ...otherHosts]) {
      const browser = at(href)
      track(event)
      expect(browser.info.mock.calls).toEqual([[event]])
      const beacon = ['/edge/logged-event', 'application/json', JSON.stringify({ event })]
      expect(await sent(browser)).toEqual([beacon])
      expect(browser.dataLayer).toEqual(href === productionHref ? [{ event }] : undefined)
    }
  })

  it('[SHELL-06] [PAY-06] a browser without beacons sends nothing, and the page goes on', () => {
    const browser = at(productionHref)
    vi.stubGlobal('navigator', {})
    track('policy_not_retrieved')
    reportDecline('3', 'MODIFIED')
    expect(browser.dataLayer).toEqual([{ event: 'policy_not_retrieved' }])
  })

  it('[SHELL-06] [PAY-10] writes no other event to the console or the server', () => {
    const browser = at(productionHref)
    trackPageView('car')
    track('policy_bought', { frequency: 'ANNUAL' })
    track('session_expired')
    track('Māia Smith' as 'policy_bought')
    expect(browser.info).not.toHaveBeenCalled()
    expect(browser.sendBeacon).not.toHaveBeenCalled()
    expect(browser.dataLayer).toHaveLength(3)
  })

  it('[BUS-01] a decline on a page is reported once per quote and reason, and not without a quote', async () => {
    const browser = at(productionHref)
    reportDecline(undefined, 'MODIFIED')
    for (const quoteId of ['1', '1', '2']) reportDecline(quoteId, 'MODIFIED')
    reportDecline('1', 'BUSINESS_USE')
    const beacon = (quoteId: string, reason: string) => [
      '/edge/page-decline',
      'application/json',
      JSON.stringify({ quoteId, reason }),
    ]
    const reports = [beacon('1', 'MODIFIED'), beacon('2', 'MODIFIED'), beacon('1', 'BUSINESS_USE')]
    expect(await sent(browser)).toEqual(reports)
  })
})
