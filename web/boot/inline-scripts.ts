/**
 * Inline scripts of the page, for what must work before any file is loaded. entry-server.tsx writes them into
 * the HTML.
 */
import { pathOfStep } from '#journey/steps.ts'
import { hydratedEvent } from '#web/app/page-settings.ts'
import { clearAnswersId } from '#web/features/draft/clear-answers.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { savedQuoteNumberId } from '#web/layout/saved-quote-number.tsx'

/**
 * Redirects a tab without answers to step 1 before a later step is painted. If the browser forbids storage,
 * the read throws and the page decides after hydration.
 */
export const redirectToStep1 = `try{sessionStorage.getItem("${draftStorageKey}")||location.replace("${pathOfStep('car')}"+location.search)}catch{}`

/**
 * Buttons and links held until hydration. 'Start a new quote' is a link that on its own would lead to the
 * previous quote's answers.
 */
const held = `#root button[type=button],#root a[href='${pathOfStep('car')}'],#${clearAnswersId}`

/**
 * Until hydration, holds submits and clicks and replays the last one afterwards: typed values are not lost or
 * put into an address, and a click on a slow connection still counts. A click with a modifier key is left to
 * the browser.
 */
const holdPresses = `let f,h=e=>{let t=e.type=="click"?e.target.closest("${held}"):e.target;t&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey&&(e.preventDefault(),e.stopPropagation(),f=t)};for(let n of["submit","click"])addEventListener(n,h,true);document.addEventListener("${hydratedEvent}",()=>{for(let n of["submit","click"])removeEventListener(n,h,true);f&&(f.requestSubmit||f.click).call(f)},{once:true})`

/**
 * Calls `g` after the browser reports the first paint, which is later than its frame, so that scripts do not
 * compete with the content on a slow connection. At the latest half a second after the second frame, for
 * browsers whose PerformanceObserver reports nothing or throws.
 */
const oncePainted =
  'let p=()=>{p=()=>{};g()};try{new PerformanceObserver((l,o)=>{o.disconnect();p()}).observe({type:"paint",buffered:true})}catch{}requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>p(),500)))'

/** Event types that components use, and those from which React builds `onChange`, `onFocus` and `onBlur`. */
export const listenedEvents: readonly string[] = [
  'click',
  'submit',
  'change',
  'input',
  'keydown',
  'focusin',
  'focusout',
]

/**
 * React listens for about eighty event types, each twice, on every root, and searches the tree for handlers.
 * A tap fires a dozen unused events, at 2 ms each on a phone. On our roots only the listed types are
 * registered (decision 0058).
 */
export const limitReactEvents = `for(let e of document.querySelectorAll("#root,#${savedQuoteNumberId}"))e.addEventListener=function(t,...a){/^(?:${listenedEvents.join('|')})$/.test(t)&&Element.prototype.addEventListener.call(this,t,...a)}`

/**
 * Skip link by script: a fragment would add a history entry, and the router would render the step again and
 * lose its state.
 */
const skipByHand =
  'document.querySelector(".header-skip").onclick=e=>{let m=document.getElementById("main");e.preventDefault();m.focus();m.scrollIntoView()}'

/**
 * The 'next' key of a phone's keyboard moves to the next control. Android does so by itself; iOS submits the
 * form, which would show errors for the fields below. With a hardware keyboard Enter submits, as usual.
 */
const nextKeyMovesOn =
  'document.addEventListener("keydown",e=>{let t=e.target;if(e.key=="Enter"&&t.enterKeyHint=="next"&&t.form&&!e.isComposing&&!e.defaultPrevented&&matchMedia("(pointer:coarse)").matches){let a=[...t.form.elements].filter(c=>c.tabIndex>=0&&c.getClientRects().length),n=a[a.indexOf(t)+1];n&&(e.preventDefault(),n.focus())}})'

/**
 * Focuses a clicked control, as other browsers do: Safari focuses no button or radio, and a closing dialog
 * returns the focus to its opener. Enter in a field also clicks the submit button, with `detail` 0.
 */
const pressTakesFocus =
  'addEventListener("click",e=>{let c=e.target.closest((e.detail?"button,":"")+"input");c&&c.focus({preventScroll:true})},true)'

/**
 * A step begins at its heading. The browser would restore the old scroll position while the step is still
 * short, and hide the focused element. It is never set back on leaving: with such a listener, a lookup
 * aborted by leaving counted as one that found nothing.
 */
const fromTheTop = 'history.scrollRestoration="manual"'

/**
 * Fetches the files and starts the entry after the first paint. If a file is missing (a node with another
 * release), links still work and the page reloads once, with a delay: browsers also abort files because the
 * customer navigates away.
 */
export const loader = (entry: string, files: readonly string[]): string =>
  `(()=>{${holdPresses};${limitReactEvents};let g=()=>{for(let s of ${JSON.stringify(files)}){let l=document.createElement("link");l.rel="modulepreload";l.href=s;document.head.append(l)}import("${entry}").catch(()=>{removeEventListener("click",h,true);f&&f.href?f.click():performance.navigation.type-1&&setTimeout(()=>location.reload(),999)})};${oncePainted};${skipByHand};${nextKeyMovesOn};${pressTakesFocus};${fromTheTop}})()`
