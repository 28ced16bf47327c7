/**
 * Actions on a state book page: click, type and find elements within the page itself, so that a link can open
 * a state.
 */
import { fieldId } from '#web/components/field.tsx'
import { layoutText } from '#web/content/layout.ts'
import type { PageAction } from './state.ts'

const lookAgainMs = 30
const patienceMs = 8_000

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

/** Waits for what is looked for; throws with its name when it never comes. */
async function found<T>(what: string, look: () => T | null | undefined): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const it = look()
    if (it) return it
    if (performance.now() > deadline) throw new Error(`never on the page: ${what}`)
    await new Promise(resolve => setTimeout(resolve, lookAgainMs))
  }
}

/** Resolves when the sentence is to be read somewhere on the page. */
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

/** An address field that its script has not made one that offers lines yet. */
const plainAddress = '[autocomplete^="section-"]:not([role=combobox])'

/** Whether what stands below a step's first window has come too: a form ends with a button, and a step without has some. */
function isWhole(main: Element): boolean {
  const forms = [...main.querySelectorAll('form')]
  if (forms.length > 0) return forms.every(form => form.querySelector('[type=submit]'))
  return !main.querySelector('nav') || main.querySelector('button, [role=status]') !== null
}

/** Whether what a price is made of, which has a file of its own, stands beside it. */
const isExplained = (main: Element): boolean =>
  !main.querySelector('aside output')?.textContent?.includes('$') ||
  main.querySelector('aside details') !== null

/** Resolves when no file of what is shown is on its way any more. */
export const waitForPage = (): Promise<unknown> =>
  found('the screen', () => {
    const main = document.querySelector('main')
    return (
      main &&
      isWhole(main) &&
      isExplained(main) &&
      !main.textContent?.includes(layoutText.loading) &&
      !document.querySelector(plainAddress)
    )
  })

async function type(text: string, field: string, stay: boolean): Promise<void> {
  const control = await found(field, () => document.getElementById(fieldId(field)))
  if (!(control instanceof HTMLInputElement)) throw new Error(`${field} is no text field`)
  control.focus()
  // React listens to the setter of the element; the prototype's own one goes past it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (!stay) control.blur()
}

export async function perform(hands: readonly PageAction[]): Promise<void> {
  for (const hand of hands) {
    if ('press' in hand) (await found(hand.press, () => pressable(hand.press))).click()
    else if ('type' in hand) await type(hand.type, hand.into, hand.stay ?? false)
    else if ('pressWhereShown' in hand) pressable(hand.pressWhereShown)?.click()
    else if ('wait' in hand) await found(hand.wait, () => document.querySelector(hand.wait))
    else await waitForText(hand.see)
  }
}
