/**
 * One New Zealand address: type, pick from the lines offered, and the whole address is found; 'Enter address manually' is
 * there from the start (CAR-09, HOLDER-05). A native field, whose lines are walked by GitHub's combobox (decision 0052).
 */
import Combobox from '@github/combobox-nav'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { stillMeans } from '#journey/answers/found-address.ts'
import { useApi } from '#web/api.ts'
import { useAnswer } from '#web/draft.ts'
import { useAnnounce } from '#web/frame/live-region.tsx'
import { addressWords } from '#web/words/address.ts'
import css from './address-field.module.css'
import type { AddressFieldProps } from './address-field-props.ts'
import { Button } from './button.tsx'
import choiceCss from './choice.module.css'
import fieldCss from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { plainText, useNativeField } from './native-field.ts'
import { fieldId } from './problems.ts'
import { RadioCard } from './radios.tsx'
import { SmallWheel } from './spinner.tsx'
import { rewrite } from './text-field.tsx'
import { useAddressSearch } from './use-address-search.ts'

interface Line {
  readonly addressId: string
  readonly text: string
}

const waitWhileTypingMs = 150
const shortestSearch = 3
/** Nothing was asked: another list without lines is an answer. */
const noLines: readonly Line[] = []

export function AddressField(given: AddressFieldProps) {
  const { field, label, kind, hint, onFound, onManual } = given
  const text = useAnswer(field)
  const found = stillMeans(given.found, text.trim()) ? given.found : undefined
  const searching = useAddressSearch({ ...given, found }, text)
  const { error, choices } = searching
  const described = useDescribed(field, Boolean(hint), error)
  const { ref: input, initial, write } = useNativeField<HTMLInputElement>(field)
  const list = useRef<HTMLDivElement>(null)
  const id = fieldId(field)
  const [lines, setLines] = useSuggestions(text, found !== undefined || text === searching.searched())
  const { open, wanted, setWanted } = useCombobox(input, list, lines)

  const search = (line: string) => {
    setLines(noLines)
    void searching.search(line)
  }
  const pick = (line: string) => {
    write(line)
    setWanted(null)
    search(line)
  }
  /** @returns whether there was anything to search for */
  const searchTyped = () => {
    const typed = text.trim()
    const isNew = typed.length >= shortestSearch && !found && typed !== searching.searched().trim()
    if (isNew) search(typed)
    return isNew
  }

  // Typed and left, and the page loaded anew before it was found.
  const takeOver = useRef(searchTyped)
  useEffect(() => {
    if (document.activeElement?.id !== id) takeOver.current()
  }, [id])

  const pressed = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Enter') {
      // Enter takes the line it is on, or searches; what the form still lacks is told to whoever asks for the next step.
      if (event.isDefaultPrevented()) return
      if (searchTyped() || wanted !== null) event.preventDefault()
      setWanted(null)
    } else if (key === 'Escape' && wanted !== null) {
      // It closes the list, and takes nothing away that was typed.
      event.preventDefault()
      setWanted(null)
    } else if (wanted === null && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      setWanted(key === 'ArrowDown' ? 1 : -1)
    }
  }
  return (
    <div className={css.address}>
      <Field field={field} label={label} hint={hint} extraError={error}>
        <div className={css.box}>
          <input
            {...described}
            ref={input}
            className={`${fieldCss.input} ${css.input}`}
            name={field}
            type="text"
            defaultValue={initial}
            inputMode="search"
            autoComplete={`section-${kind} address-line1`}
            spellCheck={false}
            autoCapitalize="words"
            enterKeyHint="search"
            aria-busy={searching.isSearching || undefined}
            onChange={event => {
              rewrite(event.currentTarget, plainText)
              write(event.currentTarget.value)
              searching.typeOn()
              if (found) onFound(null)
              setWanted(0)
            }}
            onClick={() => setWanted(wanted === null ? 0 : null)}
            onKeyDown={pressed}
            onBlur={event => {
              const line = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
              // A window that is left keeps its focus, and chose nothing. By a click: its words may be a translator's.
              if (line && document.activeElement !== event.currentTarget) return line.click()
              setWanted(null)
              searchTyped()
            }}
          />
          {searching.isSearching ? (
            <span className={css.wheel}>
              <SmallWheel />
            </span>
          ) : null}
          <div
            ref={list}
            id={`${id}-lines`}
            role="listbox"
            tabIndex={-1}
            // In words of its own: whoever looks for the field by its label finds the field alone.
            aria-label={addressWords.lines}
            className={open ? css.lines : css.closed}
          >
            {open
              ? lines.map((line, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                  <div
                    key={line.addressId + line.text}
                    id={`${id}-line-${index}`}
                    role="option"
                    tabIndex={-1}
                    className={css.line}
                    onClick={() => pick(line.text)}
                  >
                    {line.text}
                  </div>
                ))
              : null}
          </div>
        </div>
      </Field>
      {choices.length > 0 ? (
        <fieldset className={`${fieldCss.field} ${fieldCss.group}`}>
          <legend className={fieldCss.label}>{addressWords.suggested}</legend>
          <div className={choiceCss.column}>
            {choices.map((address, index) => (
              <RadioCard
                key={addressText(address)}
                id={`${id}-suggested-${index + 1}`}
                name={`${field}.suggested`}
                option={{ value: String(index), label: addressText(address) }}
                onChoose={() => searching.take(address)}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <Button kind="quiet" onPress={onManual}>
        {addressWords.manually}
      </Button>
    </div>
  )
}

/**
 * The lines below the field, walked by arrow keys.
 * @returns whether they show; and whether they are wanted: null, or by which step into the list, 0 by typing or a click
 */
function useCombobox(
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
  lines: readonly Line[],
) {
  const [wanted, setWanted] = useState<-1 | 0 | 1 | null>(null)
  const combobox = useRef<Combobox>(undefined)
  const open = wanted !== null && lines.length > 0

  useEffect(() => {
    if (!input.current || !list.current) return
    // Tab leads on, with the line it was on: the field is left as by any other way.
    const made = new Combobox(input.current, list.current, { tabInsertsSuggestions: false })
    combobox.current = made
    // The focus stays in the field. By hand: React hears of no mouse (decision 0058).
    list.current.addEventListener('mousedown', event => event.preventDefault())
    return () => made.destroy()
  }, [input, list])

  // biome-ignore lint/correctness/useExhaustiveDependencies: of new lines none is chosen yet
  useEffect(() => {
    if (!open) return
    combobox.current?.start()
    if (wanted) combobox.current?.navigate(wanted)
    // A finger beside it takes no focus from the field; one that scrolls does not come up.
    const away = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.parentElement?.contains(target)) setWanted(null)
    }
    document.addEventListener('pointerup', away)
    return () => {
      document.removeEventListener('pointerup', away)
      combobox.current?.stop()
    }
  }, [open, wanted, lines])

  return { open, wanted, setWanted }
}

/** The lines on offer for what is typed, and how many is said; none while there is nothing to ask. A late answer never shows. */
function useSuggestions(text: string, settled: boolean): [readonly Line[], (lines: readonly Line[]) => void] {
  const api = useApi()
  const announce = useAnnounce()
  const [lines, setLines] = useState(noLines)
  const count = lines === noLines ? -1 : lines.length
  // Not with every letter: as many as before are no news.
  useEffect(() => {
    if (count >= 0) announce(addressWords.found(count))
  }, [announce, count])
  useEffect(() => {
    // A blank behind a number says that it is whole.
    const typed = text.trimStart()
    if (settled || text.trim().length < shortestSearch) {
      setLines(noLines)
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await api.call(
        'addressSuggest',
        { query: { q: typed.slice(0, 120) } },
        { signal: stop.signal },
      )
      if (!stop.signal.aborted && answer.outcome === 'ok') setLines(answer.data.lines)
    }, waitWhileTypingMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [api, text, settled])
  return [lines, setLines]
}
