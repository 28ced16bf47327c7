/**
 * Finds controls by role and accessible name in any engine's page, and uses them as a person does: with real clicks and
 * key presses. Used by the journeys of other browser engines, where Playwright's own locators cannot run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { EnginePage } from './engine.ts'

type Role =
  | 'button'
  | 'link'
  | 'textbox'
  | 'radio'
  | 'checkbox'
  | 'switch'
  | 'combobox'
  | 'option'
  | 'dialog'
  | 'heading'
  | 'group'
  | 'region'
  | 'status'
  | 'tab'

/** A control: its role, its name (or the beginning of it, ending with '…'), and the control that contains it. */
export interface Target {
  readonly role: Role
  readonly name: string
  readonly within?: Target | undefined
}

interface Found {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly value: string
  readonly checked: boolean
  readonly focused: boolean
}

const timeoutMs = 20_000

/** Runs in the page, so it uses nothing from outside. */
function findInPage(target: Target, scrolls: boolean): Found | null {
  const selectors: Record<Role, string> = {
    button: 'button,summary,[role=button]',
    link: 'a[href]',
    textbox: 'input:not([type]),input[type=text],input[type=email],input[type=tel],textarea',
    radio: 'input[type=radio]',
    checkbox: 'input[type=checkbox]:not([role=switch])',
    switch: '[role=switch]',
    combobox: 'select,[role=combobox]',
    option: '[role=option]',
    dialog: 'dialog[open]',
    heading: 'h1,h2,h3',
    group: 'fieldset,[role=group],[role=radiogroup]',
    region: 'section,[role=region]',
    status: '[role=status],output',
    tab: '[role=tab]',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')
    if (ids)
      return plain(
        ids
          .split(' ')
          .map(id => document.getElementById(id)?.textContent)
          .join(' '),
      )
    const label = element.getAttribute('aria-label')
    if (label) return label
    if (element instanceof HTMLFieldSetElement) return plain(element.querySelector('legend')?.textContent)
    if ('labels' in element) {
      const labels = [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])]
      if (labels.length > 0) return plain(labels.map(one => one.textContent).join(' '))
    }
    return plain(element.textContent)
  }
  const matches = (element: Element, name: string) =>
    name.endsWith('…') ? nameOf(element).startsWith(name.slice(0, -1)) : nameOf(element) === name
  const search = ({ role, name, within }: Target): Element[] => {
    const roots: readonly ParentNode[] = within ? search(within) : [document]
    return roots
      .flatMap(root => [...root.querySelectorAll(selectors[role])])
      .filter(element => matches(element, name) && element.checkVisibility({ visibilityProperty: true }))
  }
  const [element] = search(target)
  if (!element) return null
  if (scrolls) element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const { value, checked } = element as Partial<HTMLInputElement>
  return {
    x: left + width / 2,
    y: top + height / 2,
    text: plain(element.textContent),
    value: value ?? '',
    checked: checked ?? element.getAttribute('aria-checked') === 'true',
    focused: element === document.activeElement,
  }
}

const nameOfTarget = ({ role, name, within }: Target): string =>
  `${role} '${name}'${within ? ` in ${nameOfTarget(within)}` : ''}`

/** Repeats a question until it has a result; a page that is being replaced cannot answer. */
async function waitFor<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const until = Date.now() + timeoutMs
  let last: unknown = null
  for (;;) {
    try {
      const found = await ask()
      if (found) return found
      last = null
    } catch (error) {
      last = error
    }
    if (Date.now() > until) throw new Error(`not seen: ${what}`, { cause: last })
    await delay(50)
  }
}

/** An earlier second click would be a double click, which the product ignores. */
const doubleClickMs = 600

export class Screen {
  readonly page: EnginePage
  private clickedAt = 0

  constructor(page: EnginePage) {
    this.page = page
  }

  see(target: Target): Promise<Found> {
    return waitFor(nameOfTarget(target), () => this.page.evaluate(findInPage, target, false))
  }

  async isShown(target: Target): Promise<boolean> {
    return (await this.page.evaluate(findInPage, target, false)) !== null
  }

  gone(target: Target): Promise<true> {
    return waitFor(`no ${nameOfTarget(target)}`, async () => !(await this.isShown(target)))
  }

  at(path: string): Promise<true> {
    return waitFor(path, async () => (await this.page.evaluate(() => location.pathname)) === path)
  }

  /** Clicks a control that no longer moves. */
  async click(target: Target): Promise<void> {
    const place = await waitFor(`${nameOfTarget(target)}, without movement`, async () => {
      const before = await this.page.evaluate(findInPage, target, true)
      await delay(100)
      const after = await this.page.evaluate(findInPage, target, false)
      return before && after && before.x === after.x && before.y === after.y ? after : null
    })
    await delay(Math.max(0, this.clickedAt + doubleClickMs - Date.now()))
    await this.page.click(place.x, place.y)
    this.clickedAt = Date.now()
  }

  /** Clicks a radio, checkbox or switch until it is on. */
  async choose(target: Target): Promise<void> {
    if ((await this.see(target)).checked) return
    await this.click(target)
    await waitFor(`${nameOfTarget(target)}, chosen`, async () => (await this.see(target)).checked)
  }

  /** Replaces a field's text by typing. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await waitFor(`${nameOfTarget(target)}, focused`, async () => (await this.see(target)).focused)
    await this.page.press('SelectAll')
    await this.page.type(text)
  }

  /** Chooses an option of a select by typing its beginning, because the system draws the list. */
  async select(target: Target, option: string): Promise<void> {
    await this.see(target)
    await this.page.evaluate(
      name =>
        [...document.querySelectorAll('select')]
          .find(({ labels }) => [...labels].some(label => label.textContent?.trim().startsWith(name)))
          ?.focus(),
      target.name,
    )
    await this.page.type(option)
    await waitFor(
      `${nameOfTarget(target)} with ${option}`,
      async () => (await this.see(target)).value === option,
    )
  }

  /** Presses Tab until the control has the focus. */
  async tabTo(target: Target): Promise<void> {
    for (let tabs = 0; tabs < 100; tabs += 1) {
      if ((await this.page.evaluate(findInPage, target, false))?.focused) return
      await this.page.press('Tab')
    }
    throw new Error(`never reached by Tab: ${nameOfTarget(target)}`)
  }
}
