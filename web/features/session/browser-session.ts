/** Creates the session from the browser's cookies, clock and tabs, for browser-services.ts. Stores the tab's session token. */
import { attempt } from '#web/lib/attempt.ts'
import { createCookies, createSession, type Session } from './session.ts'

const tabTokenKey = 'openroad.token'

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param storage of the tab; null if cookies are blocked */
export function createTabTokenStore(storage: TokenStorage | null, hasQuote: () => boolean) {
  let storedToken: string | null = null
  return {
    read() {
      // Read once per quote: a page restored by Back must not read the token of another page's quote.
      if (storage && (!storedToken || !hasQuote())) storedToken = storage.getItem(tabTokenKey)
      return storedToken
    },
    write(token: string | null) {
      storedToken = token
      // If the storage is full, a reload beside another tab's quote has to log in again.
      attempt(() => (token ? storage?.setItem(tabTokenKey, token) : storage?.removeItem(tabTokenKey)))
    },
  }
}

interface BrowserSessionOptions {
  /** Of the tab; null if cookies are blocked. */
  readonly storage: TokenStorage | null
  readonly timeoutSeconds: number
  /** True while the tab's draft belongs to a quote. */
  hasQuote(): boolean
}

export function createBrowserSession({ storage, timeoutSeconds, hasQuote }: BrowserSessionOptions): Session {
  const tabs = attempt(() => new BroadcastChannel('openroad.session'))
  return createSession({
    cookies: createCookies(document, location.protocol === 'https:'),
    timeoutSeconds,
    tabToken: createTabTokenStore(storage, hasQuote),
    now: () => Date.now(),
    everySecond(tick) {
      setInterval(tick, 1000)
      // A suspended tab checks the time as soon as it becomes visible.
      document.addEventListener('visibilitychange', tick)
      window.addEventListener('pageshow', tick)
    },
    ...(tabs && {
      otherTabs: {
        send: endsAt => tabs.postMessage(endsAt),
        onMessage(listener) {
          tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
            if (typeof data === 'number') listener(data)
          }
        },
      },
    }),
  })
}
