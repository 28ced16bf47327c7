/** Tests which screen each address shows, and which address each view has. */
import { expect, it } from 'vitest'
import { laterStep, pathOfView, policyPathAfterPurchase, screenOfPath } from './screens-and-navigation.ts'

const status = (path: string) => ({ kind: 'status', path })
const view = (name: string) => ({ kind: 'view', view: name })

it.each([
  ['/vehicle', undefined, { kind: 'entry' }],
  ['/session-expired', undefined, status('/session-expired')],
  ['/vehicle/step9', 'payment', status('/vehicle/step9')],
  ['/vehicle/step4', 'driver', view('driver')],
  ['/vehicle/step4', undefined, view('car')],
  ['/vehicle/step2', 'quote', view('driver')],
] as const)('[SHELL-01] [SHELL-02] %s with the furthest step %s shows %j', (path, furthest, screen) => {
  expect(screenOfPath(path, furthest)).toEqual(screen)
})

it('[SHELL-02] [PAY-12] gives every view an address', () => {
  const views = ['driver', 'payment-failure', 'confirmation'] as const
  expect(views.map(pathOfView)).toEqual(['/vehicle/step2', '/vehicle/step5', '/paymentsuccess'])
  expect([laterStep('driver', 'quote'), laterStep('driver', undefined)]).toEqual(['quote', 'driver'])
})

it('[SHELL-02] [PAY-06] after a purchase, Back to a step leads only to the policy', () => {
  const bought = { quoteId: 'a b', policyNumber: 'OR1' }
  expect(policyPathAfterPurchase('/vehicle/step5', bought)).toBe('/paymentsuccess?id=a%20b')
  expect(policyPathAfterPurchase('/vehicle', bought)).toBeNull()
  expect(policyPathAfterPurchase('/vehicle/step5', { quoteId: 'a' })).toBeNull()
})
