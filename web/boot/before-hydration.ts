/**
 * Inline script of every page: handles clicks and focus until the application has loaded, and loads it.
 * scripts/build.mjs compiles it; entry-server.tsx writes it into the HTML.
 */
import { holdEarlyClicks } from './hold-clicks.ts'
import {
  disableScrollRestoration,
  focusClickedControl,
  focusMainOnSkipLink,
  moveFocusOnNextKey,
} from './keyboard-and-focus.ts'
import { afterFirstPaint, loadApplication } from './load-application.ts'

const { entry = '', files = '' } = (document.currentScript as HTMLScriptElement).dataset

const held = holdEarlyClicks()
afterFirstPaint(() =>
  loadApplication({ entry, files: files.split(' ') }, held, file => import(/* @vite-ignore */ file)),
)
focusMainOnSkipLink()
moveFocusOnNextKey()
focusClickedControl()
disableScrollRestoration()
