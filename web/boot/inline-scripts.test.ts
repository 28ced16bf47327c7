/**
 * Tests that React listens for exactly the event types that components use; an event it does not listen for
 * never arrives.
 */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitReactEvents, listenedEvents } from './inline-scripts.ts'

/** DOM names of events that React calls differently. */
const domNames: Readonly<Record<string, string>> = { focus: 'focusin', blur: 'focusout' }

/** React listens for these on the element itself, because they do not bubble to the root. */
const ownEvents: readonly string[] = ['cancel', 'close', 'error', 'load', 'scroll', 'toggle']

/** Props of our own components that are not events. */
const ownProps =
  /^(?:agreed?|broken|choose|found|go|leave|loaded|manual|result|press|recount|remove|retry|sorry|use)$/

describe('the events React listens for', () => {
  const files = globSync('web/**/*.tsx', { cwd: new URL('../..', import.meta.url) })
  const asked = files.flatMap(file => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    return [...source.matchAll(/\son([A-Z]\w*)=/g)].map(([, name = '']) => name.toLowerCase())
  })

  it('are those that components use', () => {
    expect(files.length).toBeGreaterThan(80)
    const events = new Set(asked.filter(name => !ownProps.test(name)).map(name => domNames[name] ?? name))
    expect(events).toContain('click')
    expect([...events].filter(name => !listenedEvents.includes(name) && !ownEvents.includes(name))).toEqual(
      [],
    )
  })

  it('are the only ones that can be registered on its roots', () => {
    class Element {
      readonly heard: unknown[][] = []
      addEventListener(...given: unknown[]) {
        this.heard.push(given)
      }
    }
    const places = [new Element(), new Element()]
    const listener = () => undefined
    const querySelectorAll = (wanted: string) => (wanted === '#root,#saved-quote' ? places : [])
    new Function('document', 'Element', limitReactEvents)({ querySelectorAll }, Element)
    for (const place of places) {
      for (const name of ['pointerdown', 'clicked', ...listenedEvents])
        place.addEventListener(name, listener, true)
      expect(place.heard).toEqual(listenedEvents.map(name => [name, listener, true]))
    }
  })
})
