/**
 * Loads a brand's Google Tag Manager container, on production hosts only. It never loads in a document that has shown
 * the payment step, or at a URL with a quote's id or token.
 */
import { isProductionHost } from '#contract/production-host.ts'
import { cardReturnPaths, policyPath } from '#journey/page-paths.ts'
import { pathOfStep } from '#journey/steps.ts'
import { attempt } from '#web/lib/attempt.ts'
import { trustedScriptUrl } from '#web/lib/trusted-types.ts'

const paymentPath = pathOfStep('payment')
const closedPaths: readonly string[] = [paymentPath, ...Object.values(cardReturnPaths)]
const secretParameters = ['id', 'uuid', 'token']
/** Key of the tab's storage: the events of a document without the container, for the next document. */
const carriedKey = 'openroad-events'

/** Stores the events for the next document. False if the browser forbids it or the storage is full. */
const storeEvents = (list: readonly unknown[]): boolean =>
  attempt(() => {
    sessionStorage.setItem(carriedKey, JSON.stringify(list))
    return true
  }) ?? false

const takeStoredEvents = (): unknown[] =>
  attempt(() => {
    const text = sessionStorage.getItem(carriedKey) ?? '[]'
    sessionStorage.removeItem(carriedKey)
    return JSON.parse(text)
  }) ?? []

const events = (): unknown[] => {
  window.dataLayer ??= []
  return window.dataLayer
}

const hasSecret = ({ searchParams }: URL): boolean => secretParameters.some(name => searchParams.has(name))

function mayRunTagManager(href: string): boolean {
  const url = new URL(href)
  return isProductionHost(href) && !closedPaths.includes(url.pathname) && !hasSecret(url)
}

let isLoaded = false
/** This document has shown the payment step, so it may hold bank details, and its content policy allows no container. */
let hasShownPayment = false

/**
 * Reloads the page where the container must not run but is loaded, because a script cannot be removed; and where it
 * may run for the first time after the payment step, with the events until then. True if the page reloads.
 */
export function reloadForTagManager(): boolean {
  const { href, pathname } = location
  const isBought = hasShownPayment && pathname === policyPath && isProductionHost(href)
  const isStored = isBought && storeEvents(events())
  if (!isStored && (!isLoaded || mayRunTagManager(href))) return false
  location.reload()
  return true
}

/**
 * Loads an address with a quote's id as a document of its own if the container is loaded: its script reads each address
 * that is written to the history. True if the page loads.
 */
export function loadForTagManager(address: string): boolean {
  const isSecret = isLoaded && hasSecret(new URL(address, location.href))
  if (isSecret) location.replace(address)
  return isSecret
}

/** A command of Google's tags, which they recognise by its type: an Arguments object. */
function command(..._words: readonly unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: an array would not be recognised
  return arguments
}

/**
 * The container reads them first: consent is denied, so tags set no cookies, and custom scripts of the container are
 * blocked.
 */
const firstEntries = (): unknown[] => [
  command('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
  }),
  { 'gtm.blocklist': ['customScripts'] },
  { event: 'gtm.js', 'gtm.start': Date.now() },
]

export function loadTagManager(container: string): void {
  if (isLoaded) return
  hasShownPayment ||= location.pathname === paymentPath
  if (hasShownPayment || !mayRunTagManager(location.href)) return
  isLoaded = true
  events().unshift(...firstEntries(), ...takeStoredEvents())
  const script = document.createElement('script')
  script.async = true
  script.src = trustedScriptUrl(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`)
  document.head.append(script)
}
