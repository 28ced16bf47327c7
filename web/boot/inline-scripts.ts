/** The scripts that stand in the page itself: what has to work before any file has come. */
import { pathOfStep } from '#journey/steps.ts'
import { hydratedEvent } from '#web/app/page-settings.ts'
import { clearAnswersId } from '#web/features/draft/clear-answers.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { savedQuoteNumberId } from '#web/layout/saved-quote-number.tsx'

/**
 * A tab without answers is at step 1 (SHELL-02): it goes there before anything of a later step is painted. Where the
 * browser forbids the storage it throws, and the page itself decides once it is awake.
 */
export const redirectToStep1 = `try{sessionStorage.getItem("${draftStorageKey}")||location.replace("${pathOfStep('car')}"+location.search)}catch{}`

/** 'Start a new quote' is a link, which by itself would lead to the answers of the quote before. */
const held = `#root button[type=button],#root a[href='${pathOfStep('car')}'],#${clearAnswersId}`

/**
 * Until the page is awake, a form that is sent and a button that is pressed are held, and the last of them is done then:
 * what was typed must neither be lost nor land in an address, and a press is not in vain because the line is slow.
 * A press that asks for another tab is left to the browser.
 */
const holdPresses = `let f,h=e=>{let t=e.type=="click"?e.target.closest("${held}"):e.target;t&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey&&(e.preventDefault(),e.stopPropagation(),f=t)};for(let n of["submit","click"])addEventListener(n,h,true);document.addEventListener("${hydratedEvent}",()=>{for(let n of["submit","click"])removeEventListener(n,h,true);f&&(f.requestSubmit||f.click).call(f)},{once:true})`

/**
 * Calls `g` once the browser says that the page has been painted, which is later than the frame that draws it: no script
 * takes a slow line from what is to be seen. Half a second after the second frame at the latest, for a browser that is
 * told to say nothing about itself, or throws for being asked.
 */
const oncePainted =
  'let p=()=>{p=()=>{};g()};try{new PerformanceObserver((l,o)=>{o.disconnect();p()}).observe({type:"paint",buffered:true})}catch{}requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>p(),500)))'

/** Kinds of events which components here ask React for, and those of which it makes its own `onChange`, `onFocus` and `onBlur`. */
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
 * React listens for every kind of event there is, eighty of them twice, wherever it draws, and looks through the tree for
 * who wants it: a tap brings a dozen that nobody here wants, two milliseconds each on a phone. Where it draws, these
 * alone can be listened for (decision 0058).
 */
export const limitReactEvents = `for(let e of document.querySelectorAll("#root,#${savedQuoteNumberId}"))e.addEventListener=function(t,...a){/^(?:${listenedEvents.join('|')})$/.test(t)&&Element.prototype.addEventListener.call(this,t,...a)}`

/**
 * The way past the header, by hand: a fragment in the address is one more history entry, for which the page takes itself
 * as moved and draws its step anew, without what stood in it.
 */
const skipByHand =
  'document.querySelector(".header-skip").onclick=e=>{let m=document.getElementById("main");e.preventDefault();m.focus();m.scrollIntoView()}'

/**
 * The key that a phone's keyboard calls 'next' leads to the next control. Android does so by itself; iOS sends the form,
 * which then is told to lack all that was to come. With a keyboard of its own Enter sends a form, as everywhere.
 */
const nextKeyMovesOn =
  'document.addEventListener("keydown",e=>{let t=e.target;if(e.key=="Enter"&&t.enterKeyHint=="next"&&t.form&&!e.isComposing&&!e.defaultPrevented&&matchMedia("(pointer:coarse)").matches){let a=[...t.form.elements].filter(c=>c.tabIndex>=0&&c.getClientRects().length),n=a[a.indexOf(t)+1];n&&(e.preventDefault(),n.focus())}})'

/**
 * What is pressed has the focus from then on, as in every other browser: Safari gives a button or a radio none, and a popup
 * that closes leads back to what had it. Enter in a field clicks its form's button as well, without a `detail`.
 */
const pressTakesFocus =
  'addEventListener("click",e=>{let c=e.target.closest((e.detail?"button,":"")+"input");c&&c.focus({preventScroll:true})},true)'

/**
 * A step begins at its heading, whichever way one came. The browser would put it where the step was left, while the step
 * is still short, and out of sight of what has the focus. Nothing turns it back as the page goes: where a listener did, a
 * look-up that broke off with the page counted as one that found nothing.
 */
const fromTheTop = 'history.scrollRestoration="manual"'

/**
 * Fetches the files and starts the entry after the first paint. Where they are not to be had, at a node of another release,
 * links lead on by themselves, and the page is fetched anew, once: not at once, for a browser may break them off because the
 * visitor is on the way elsewhere.
 */
export const loader = (entry: string, files: readonly string[]): string =>
  `(()=>{${holdPresses};${limitReactEvents};let g=()=>{for(let s of ${JSON.stringify(files)}){let l=document.createElement("link");l.rel="modulepreload";l.href=s;document.head.append(l)}import("${entry}").catch(()=>{removeEventListener("click",h,true);f&&f.href?f.click():performance.navigation.type-1&&setTimeout(()=>location.reload(),999)})};${oncePainted};${skipByHand};${nextKeyMovesOn};${pressTakesFocus};${fromTheTop}})()`
