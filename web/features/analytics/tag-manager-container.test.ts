/** Tests of the addresses at which the tag manager may run, and of what it reads first. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '#test/samples/memory-storage.ts'

const productionOrigin = 'https://quote.openroad.example'

let page: ReturnType<typeof fakePage>
let tagManager: typeof import('./tag-manager-container.ts')

function fakePage(storage: ReturnType<typeof memoryStorage>) {
  const scripts: { src: string }[] = []
  const window: { dataLayer?: unknown[] } = {}
  const location = { href: '', pathname: '', reload: vi.fn(), replace: vi.fn() }
  const go = (to: string) =>
    Object.assign(location, { href: `${productionOrigin}${to}`, pathname: to.replace(/\?.*/, '') })
  return { location, window, scripts, storage, go }
}

/** A new document at this address: the module's state is that of one document. */
async function open(address: string, storage = memoryStorage()): Promise<void> {
  vi.resetModules()
  page = fakePage(storage)
  const { location, window, scripts, go } = page
  go(address)
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', location)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', {
    createElement: () => ({ src: '' }),
    head: { append: (script: { src: string }) => scripts.push(script) },
  })
  tagManager = await import('./tag-manager-container.ts')
}

const container = 'GTM-TEST123'
const script = `https://www.googletagmanager.com/gtm.js?id=${container}`

beforeEach(() => () => vi.unstubAllGlobals())

describe('[BUS-03] the tag manager', () => {
  it.each([
    ['/vehicle?utm_source=letter&partnerId=fern', true],
    ['/vehicle/step4', true],
    ['/paymentsuccess', true],
    ['/vehicle?id=q-1', false],
    ['/vehicle?token=t-2', false],
    ['/vehicle/step5', false],
    ['/paymentsuccess?id=q-1', false],
    ['/cc-payment-success', false],
    ['/cc-payment-failure', false],
    ['/cc-payment-cancel', false],
    ['/vehicle?preview=1', false],
    ['/vehicle', false, 'https://uat.openroad.example'],
  ])('at %s may run: %s', async (address, isAllowed, origin = productionOrigin) => {
    await open(address)
    page.location.href = `${origin}${address}`
    tagManager.loadTagManager(container)
    expect(page.scripts.map(({ src }) => src)).toEqual(isAllowed ? [script] : [])
    if (!isAllowed) expect(page.window.dataLayer).toBeUndefined()
  })

  it('is loaded once, and reads before every event that nothing may be stored and that its own scripts are blocked', async () => {
    await open('/vehicle')
    const earlier = { event: 'virtual_page_view', page: '/vehicle/step1' }
    page.window.dataLayer = [earlier]
    tagManager.loadTagManager(container)
    tagManager.loadTagManager(container)
    expect(page.scripts).toHaveLength(1)
    const [consent, blocked, start, ...others] = page.window.dataLayer
    expect(Object.prototype.toString.call(consent)).toBe('[object Arguments]')
    const kinds = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage']
    const denied = Object.fromEntries(kinds.map(kind => [kind, 'denied']))
    expect([...(consent as IArguments)]).toEqual(['consent', 'default', denied])
    expect(blocked).toEqual({ 'gtm.blocklist': ['customScripts'] })
    expect(start).toEqual({ event: 'gtm.js', 'gtm.start': expect.any(Number) })
    expect(others).toEqual([earlier])
  })

  it('at the payment step a page with the container is reloaded', async () => {
    await open('/vehicle/step4')
    tagManager.loadTagManager(container)
    expect(tagManager.reloadForTagManager()).toBe(false)
    page.go('/vehicle/step5')
    expect(tagManager.reloadForTagManager()).toBe(true)
    expect(page.location.reload).toHaveBeenCalledOnce()
  })

  it('an address with a quote’s id is loaded as a document of its own', async () => {
    await open('/vehicle')
    expect(tagManager.loadForTagManager('/paymentsuccess?id=q-1')).toBe(false)
    tagManager.loadTagManager(container)
    expect(tagManager.loadForTagManager('/vehicle/step5')).toBe(false)
    expect(page.location.replace).not.toHaveBeenCalled()
    expect(tagManager.loadForTagManager('/paymentsuccess?id=q-1')).toBe(true)
    expect(page.location.replace.mock.calls).toEqual([['/paymentsuccess?id=q-1']])
  })

  it('is not loaded later in a document that has shown the payment step', async () => {
    await open('/vehicle/step5')
    tagManager.loadTagManager(container)
    page.go('/vehicle/step4')
    expect(tagManager.reloadForTagManager()).toBe(false)
    tagManager.loadTagManager(container)
    expect(page.scripts).toEqual([])
  })

  it('reads a purchase in the next document, once the address contains no id', async () => {
    await open('/vehicle/step5')
    tagManager.loadTagManager(container)
    const bought = { event: 'policy_bought', paymentMethod: 'BANK_TRANSFER' }
    page.window.dataLayer = [bought]
    page.go('/paymentsuccess?id=q-1')
    expect(tagManager.reloadForTagManager()).toBe(true)
    const { storage } = page

    await open('/paymentsuccess?id=q-1', storage)
    tagManager.loadTagManager(container)
    expect(page.scripts).toEqual([])
    page.go('/paymentsuccess')
    tagManager.loadTagManager(container)
    expect(page.scripts.map(({ src }) => src)).toEqual([script])
    expect(page.window.dataLayer?.slice(3)).toEqual([bought])
    expect(storage.entries.size).toBe(0)
  })

  it('the policy is shown without a reload if the browser forbids storage', async () => {
    await open('/vehicle/step5')
    vi.stubGlobal('sessionStorage', undefined)
    tagManager.loadTagManager(container)
    page.go('/paymentsuccess?id=q-1')
    expect(tagManager.reloadForTagManager()).toBe(false)
    page.go('/paymentsuccess')
    tagManager.loadTagManager(container)
    expect(page.scripts).toEqual([])
  })
})
