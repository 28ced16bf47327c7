/** Actions of a state book page on itself: click, type and wait, so that a link can open a state. */
import { fieldId } from '#web/components/field.tsx'
import { layoutText } from '#web/content/layout.ts'
import type { PageAction } from './state.ts'

const lookAgainMs = 30
const timeoutMs = 8_000

/** The topmost open popup, or the page. */
const scope = (): ParentNode => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document

const said = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

const isSeen = (element: Element): boolean => element.getClientRects().length > 0

function pressable(text: string): HTMLElement | undefined {
  const all = scope().querySelectorAll<HTMLElement>('button, a, summary, label, [role="option"]')
  return [...all].find(
    element => isSeen(element) && (said(element) === text || element.getAttribute('aria-label') === text),
  )
}

/** Waits for a result; throws with its name after the timeout. */
async function found<T>(what: string, look: () => T | null | undefined): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const it = look()
    if (it) return it
    if (performance.now() > deadline) throw new Error(`never on the page: ${what}`)
    await new Promise(resolve => setTimeout(resolve, lookAgainMs))
  }
}

/** Resolves when the sentence is visible on the page. */
export const waitForText = (text: string): Promise<unknown> =>
  found(text, () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (
        node instanceof HTMLElement &&
        node.childElementCount < 4 &&
        said(node).includes(text) &&
        isSeen(node)
      )
        return node
    return null
  })

/** An address field before its script has added the suggestions. */
const plainAddress = '[autocomplete^="section-"]:not([role=combobox])'

/** True when the step is complete: a form ends with its submit button, and a step without a form has a button or status. */
function isComplete(main: Element): boolean {
  const forms = [...main.querySelectorAll('form')]
  if (forms.length > 0) return forms.every(form => form.querySelector('[type=submit]'))
  return !main.querySelector('nav') || main.querySelector('button, [role=status]') !== null
}

/** True when the breakdown of the price is shown beside it. */
const hasBreakdown = (main: Element): boolean =>
  !main.querySelector('aside output')?.textContent?.includes('$') ||
  main.querySelector('aside details') !== null

/** True when the details of the cover are shown in its panel, or the page has no such panel. */
function hasCoverDetails(main: Element): boolean {
  const panel = main.querySelector('[role=tabpanel]')
  return panel === null || panel.querySelector('details') !== null
}

/** Resolves when all files of the page have loaded. */
export const waitForPage = (): Promise<unknown> =>
  found('the screen', () => {
    const main = document.querySelector('main')
    return (
      main &&
      isComplete(main) &&
      hasBreakdown(main) &&
      hasCoverDetails(main) &&
      !main.textContent?.includes(layoutText.loading) &&
      !document.querySelector(plainAddress)
    )
  })

async function type(text: string, field: string, stay: boolean): Promise<void> {
  const control = await found(field, () => document.getElementById(fieldId(field)))
  if (!(control instanceof HTMLInputElement)) throw new Error(`${field} is no text field`)
  control.focus()
  // The prototype's setter, because React ignores a change by the element's own.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (!stay) control.blur()
}

export async function perform(actions: readonly PageAction[]): Promise<void> {
  for (const action of actions) {
    if ('press' in action) (await found(action.press, () => pressable(action.press))).click()
    else if ('type' in action) await type(action.type, action.into, action.stay ?? false)
    else if ('pressWhereShown' in action) pressable(action.pressWhereShown)?.click()
    else if ('wait' in action) await found(action.wait, () => document.querySelector(action.wait))
    else await waitForText(action.see)
  }
}
