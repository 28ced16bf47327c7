/** The captcha of the browser: its interface with a React context, one that is off, and one whose code loads when it is needed. */
import { createContext } from 'react'
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
