/**
 * Inline script of every page. It handles clicks and focus until the application has loaded, and loads it.
 * scripts/build.mjs compiles it; entry-server.tsx writes it into the HTML, with the files in its attributes.
 */
import { holdClicks } from './hold-clicks.ts'
import {
  clickFocusesControl,
  nextKeyMovesOn,
  skipLinkFocusesMain,
  startsAtTheTop,
} from './keyboard-and-focus.ts'
import { afterFirstPaint, loadApplication } from './load-application.ts'

const { entry = '', files = '' } = (document.currentScript as HTMLScriptElement).dataset

const held = holdClicks()
afterFirstPaint(() =>
  loadApplication({ entry, files: files.split(' ') }, held, file => import(/* @vite-ignore */ file)),
)
skipLinkFocusesMain()
nextKeyMovesOn()
clickFocusesControl()
startsAtTheTop()
