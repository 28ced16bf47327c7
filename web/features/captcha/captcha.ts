/** The interface of the captcha in the browser: tokens per action, and one visible check for all waiting calls. */
import { createContext } from 'react'
import { createStore } from 'zustand'
import { delay } from '#web/lib/delay.ts'
import { lazyFile } from '#web/lib/lazy-file.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

export interface Captcha {
  /** Prefetches the next token while the customer reads. */
  prepare(): void
  /** A token for one call; undefined when none is needed; null when none could be obtained in time. */
  token(action: string): Promise<string | undefined | null>
  /** A token of the visible check, after a click on the box or in the widget that `container` shows; null on failure. */
  visibleToken(container: HTMLElement): Promise<string | null>
  /** True when the visible check is the captcha's own widget, shown as soon as its container exists. */
  readonly hasWidget: boolean
}

export const CaptchaContext = createContext<Captcha | null>(null)

export const useCaptcha = (): Captcha => useRequiredContext(CaptchaContext, 'captcha')

export const disabledCaptcha: Captcha = {
  hasWidget: false,
  prepare: () => {},
  token: async () => undefined,
  visibleToken: async () => 'off',
}

/** A captcha whose code is loaded at its first use, so that the first screen does not wait for it. */
export function lazyCaptcha(hasWidget: boolean, load: () => Promise<Captcha>): Captcha {
  const file = lazyFile(load)
  return {
    hasWidget,
    prepare() {
      file.load().then(
        captcha => captcha.prepare(),
        () => {},
      )
    },
    token: action =>
      file.load().then(
        captcha => captcha.token(action),
        () => null,
      ),
    visibleToken: container =>
      file.load().then(
        captcha => captcha.visibleToken(container),
        () => null,
      ),
  }
}

/** Milliseconds that an action waits for a token. */
export const captchaWaitMs = 10_000

/** The promise's value, or null when it fails or takes too long. */
export const withTimeout = <T>(work: Promise<T>, milliseconds: number): Promise<T | null> =>
  Promise.race([work.catch(() => null), delay(milliseconds).then(() => null)])

export type CaptchaChallenge = ReturnType<typeof createCaptchaChallenge>

export function createCaptchaChallenge() {
  /** The result of the open dialog; null while it is closed. */
  const store = createStore<{ result: Promise<boolean> | null }>(() => ({ result: null }))
  let settle = (_isPassed: boolean): void => {}
  return {
    isOpen: () => store.getState().result !== null,
    subscribe: store.subscribe,
    /** Opens the dialog; resolves to true when passed, false when closed. Concurrent calls share the result. */
    open() {
      const { result: running } = store.getState()
      if (running) return running
      const result = new Promise<boolean>(resolve => {
        settle = resolve
      })
      store.setState({ result })
      return result
    },
    resolve(isPassed: boolean) {
      settle(isPassed)
      store.setState({ result: null })
    },
  }
}

export const CaptchaChallengeContext = createContext<CaptchaChallenge | null>(null)

export const useCaptchaChallenge = (): CaptchaChallenge =>
  useRequiredContext(CaptchaChallengeContext, 'security check')
