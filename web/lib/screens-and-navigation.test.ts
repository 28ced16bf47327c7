/** Tests which screen each address shows, and which address each view has. */
import { describe, expect, it } from 'vitest'
import { laterStep, pathOfView, policyPathAfterPurchase, screenOfPath } from './screens-and-navigation.ts'

describe('screenOfPath', () => {
  it('[SHELL-01] shows the entry screen at /vehicle and a status page for every path outside the steps', () => {
    expect(screenOfPath('/vehicle', undefined)).toEqual({ kind: 'entry' })
    expect(screenOfPath('/session-expired', undefined)).toEqual({ kind: 'status', path: '/session-expired' })
    expect(screenOfPath('/vehicle/step9', 'payment')).toEqual({ kind: 'status', path: '/vehicle/step9' })
  })

  it('[SHELL-02] shows the furthest reachable step for the address of a later one', () => {
    expect(screenOfPath('/vehicle/step4', 'driver')).toEqual({ kind: 'view', view: 'driver' })
    expect(screenOfPath('/vehicle/step4', undefined)).toEqual({ kind: 'view', view: 'car' })
    expect(screenOfPath('/vehicle/step2', 'quote')).toEqual({ kind: 'view', view: 'driver' })
  })

  it('[SHELL-02] [PAY-12] gives every view an address', () => {
    expect(pathOfView('driver')).toBe('/vehicle/step2')
    expect(pathOfView('payment-failure')).toBe('/vehicle/step5')
    expect(pathOfView('confirmation')).toBe('/paymentsuccess')
    expect(laterStep('driver', 'quote')).toBe('quote')
    expect(laterStep('driver', undefined)).toBe('driver')
  })
})

describe('policyPathAfterPurchase', () => {
  it('[SHELL-02] [PAY-06] after a purchase, Back to a step leads only to the policy', () => {
    const bought = { quoteId: 'a b', policyNumber: 'OR1' }
    expect(policyPathAfterPurchase('/vehicle/step5', bought)).toBe('/paymentsuccess?id=a%20b')
    expect(policyPathAfterPurchase('/vehicle/step1', bought)).toBe('/paymentsuccess?id=a%20b')
    expect(policyPathAfterPurchase('/vehicle', bought)).toBeNull()
    expect(policyPathAfterPurchase('/expired', bought)).toBeNull()
    expect(policyPathAfterPurchase('/vehicle/step5', { quoteId: 'a' })).toBeNull()
  })
})
