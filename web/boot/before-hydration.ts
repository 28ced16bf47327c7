/** Inline script of every page: handles clicks and focus until the application has loaded, and loads it. */
import { holdEarlyClicks } from './hold-clicks.ts'
import { focusClickedControl, focusMainOnSkipLink, moveFocusOnNextKey } from './keyboard-and-focus.ts'
import { afterFirstPaint, loadApplication } from './load-application.ts'

const { entry = '', files = '' } = (document.currentScript as HTMLScriptElement).dataset

const held = holdEarlyClicks()
afterFirstPaint(() =>
  loadApplication({ entry, files: files.split(' ') }, held, file => import(/* @vite-ignore */ file)),
)
focusMainOnSkipLink()
moveFocusOnNextKey()
focusClickedControl()
// A step begins at its heading. The browser would restore the old scroll position while the step is still
// short, and hide the focused element. It is never set back on leaving: with such a listener, a lookup
// aborted by leaving counted as one that found nothing.
history.scrollRestoration = 'manual'
