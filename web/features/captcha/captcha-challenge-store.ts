/** The state of the captcha's visible check, which a call opens and waits for; captcha-dialog.tsx renders it. */
import { createStore } from 'zustand'
import { createRequiredContext } from '#web/lib/required-context.ts'

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

export const [CaptchaChallengeContext, useCaptchaChallenge] =
  createRequiredContext<CaptchaChallenge>('security check')
