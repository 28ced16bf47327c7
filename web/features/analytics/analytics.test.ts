/** Tests of the analytics: which events reach the data layer on live and on other hosts. */

import { describe, expect, it, type Mock, vi } from 'vitest'
import { browserEvents } from '#contract/browser-reports.ts'
import { isProductionHost } from '#contract/public-constants.ts'
import { type DataLayerHost, type EventDetails, pageView, track } from './analytics.ts'

interface Host extends DataLayerHost {
  readonly console: { readonly info: Mock }
  readonly navigator: { readonly sendBeacon: Mock }
}
const at = (href: string): Host => ({
  location: { href },
  console: { info: vi.fn() },
  navigator: { sendBeacon: vi.fn(() => true) },
})
const live = 'https://quote.openroad.example/vehicle/step2'

describe('analytics', () => {
  it('[SHELL-06] pushes only where the address holds none of int, dev, uat, pre and localhost', () => {
    expect(isProductionHost(live)).toBe(true)
    for (const part of ['int', 'dev', 'uat', 'pre', 'localhost'])
      expect(isProductionHost(`https://quote.openroad.example/vehicle?x=${part}`)).toBe(false)
    const host = at('https://uat.openroad.example/vehicle')
    pageView('car', host)
    track('declaration_agreed', {}, host)
    expect(host.dataLayer).toBeUndefined()
  })

  it('[SHELL-06] names the steps by their virtual paths', () => {
    const host = at(live)
    pageView('car', host)
    pageView('payment', host)
    expect(host.dataLayer).toEqual([
      { event: 'virtual_page_view', page: '/vehicle/step1' },
      { event: 'virtual_page_view', page: '/vehicle/step5' },
    ])
  })

  it('[SHELL-06] never passes on personal data, whatever the caller sends', () => {
    const host = at(live)
    const tooMuch = {
      cover: 'COMPREHENSIVE',
      plate: 'JHU968',
      paymentMethod: 'Māia Smith',
      frequency: 'a@b.nz',
    }
    track('declaration_agreed', tooMuch as unknown as EventDetails, host)
    track('Māia Smith' as 'declaration_agreed', {}, host)
    expect(host.dataLayer).toEqual([{ event: 'declaration_agreed', cover: 'COMPREHENSIVE' }])
  })

  it('[PAY-10] reports an expired session on live hosts only', () => {
    const told = ['https://quote.openroad.example/session-expired', 'http://localhost:8080/session-expired']
    expect(
      told.map(href => {
        const host = at(href)
        track('session_expired', {}, host)
        return host.dataLayer
      }),
    ).toEqual([[{ event: 'session_expired' }], undefined])
  })

  it.each(browserEvents)(
    '[SHELL-06] writes %s to the console and to the server, live or not',
    async event => {
      for (const href of [
        live,
        'http://localhost:8080/vehicle/step1',
        'https://uat.openroad.example/vehicle',
      ]) {
        const host = at(href)
        track(event, {}, host)
        expect(host.console.info.mock.calls).toEqual([[event]])
        const [path, body] = host.navigator.sendBeacon.mock.calls[0] ?? []
        expect([path, body.type, await body.text()]).toEqual([
          '/edge/logged-event',
          'application/json',
          JSON.stringify({ event }),
        ])
        expect(host.dataLayer).toEqual(href === live ? [{ event }] : undefined)
      }
    },
  )

  it('[SHELL-06] writes no other event to the console or the server', () => {
    const host = at(live)
    pageView('car', host)
    track('policy_bought', { frequency: 'ANNUAL' }, host)
    track('session_expired', {}, host)
    track('Māia Smith' as 'policy_bought', {}, host)
    expect(host.console.info).not.toHaveBeenCalled()
    expect(host.navigator.sendBeacon).not.toHaveBeenCalled()
  })

  it('keeps what another script already pushed', () => {
    const host = { ...at(live), dataLayer: ['theirs'] as unknown[] }
    track('policy_bought', { frequency: 'ANNUAL' }, host)
    expect(host.dataLayer).toEqual(['theirs', { event: 'policy_bought', frequency: 'ANNUAL' }])
  })
})
