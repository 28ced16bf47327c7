/** The working address field: lines on offer while one types, the search behind the chosen one, and radios where it finds several. */
import { useCombobox } from 'downshift'
import { useEffect, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { stillMeans } from '#journey/answers/found-address.ts'
import { useApi } from '#web/api.ts'
import { useAnswer, useDraft } from '#web/draft.ts'
import { addressWords } from '#web/words/address.ts'
import css from './address-field.module.css'
import type { AddressFieldProps } from './address-field-props.ts'
import choiceCss from './choice.module.css'
import fieldCss from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { fieldId } from './problems.ts'
import { RadioCard } from './radios.tsx'
import { SmallWheel } from './spinner.tsx'
import { useAddressSearch } from './use-address-search.ts'

interface Line {
  readonly addressId: string
  readonly text: string
}

const waitWhileTypingMs = 150
const shortestSearch = 3

export function AddressCombobox(given: AddressFieldProps) {
  const { field, label, kind, hint, onFound } = given
  const draft = useDraft()
  const text = useAnswer(field)
  const found = stillMeans(given.found, text.trim()) ? given.found : undefined
  const props = { ...given, found }
  const searching = useAddressSearch(props, text)
  const { error, choices, clearError } = searching
  const described = useDescribed(field, Boolean(hint), error)
  const id = fieldId(field)
  const [lines, setLines] = useSuggestions(text, found !== undefined || text === searching.searched())

  const search = (line: string) => {
    setLines([])
    void searching.search(line)
  }
  /** @returns whether there was anything to search for */
  const searchTyped = () => {
    const typed = text.trim()
    const isNew = typed.length >= shortestSearch && !found && typed !== searching.searched().trim()
    if (isNew) search(typed)
    return isNew
  }

  // Typed and left before this component had come.
  const takeOver = useRef(searchTyped)
  useEffect(() => {
    if (document.activeElement?.id !== id) takeOver.current()
  }, [id])

  // From Next on, the words beside the field are those of the summary.
  useEffect(() => {
    const form = document.getElementById(id)?.closest('form')
    form?.addEventListener('submit', clearError)
    return () => form?.removeEventListener('submit', clearError)
  }, [id, clearError])

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Line>({
    items: [...lines],
    inputId: id,
    menuId: `${id}-lines`,
    labelId: `${id}-label`,
    inputValue: text,
    // Escape closes the list; it takes nothing away that was typed.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputKeyDownEscape
        ? { ...changes, inputValue: state.inputValue, selectedItem: state.selectedItem }
        : changes,
    itemToString: line => line?.text ?? '',
    // The list is as long as it is: what scrolls may be the page.
    scrollIntoView: line => line?.scrollIntoView({ block: 'nearest' }),
    onInputValueChange({ inputValue }) {
      draft.setAnswer(field, inputValue)
    },
    onSelectedItemChange({ selectedItem }) {
      if (selectedItem) search(selectedItem.text)
    },
  })

  const open = isOpen && lines.length > 0
  const { 'aria-activedescendant': activeLine, ...inputProps } = getInputProps({
    // Downshift's list may be open with nothing on it.
    'aria-expanded': open,
    onChange: () => {
      searching.typeOn()
      if (found) onFound(null)
    },
    onBlur: searchTyped,
    onKeyDown: event => {
      // Enter searches; what the form still lacks is told to whoever asks for the next step.
      if (event.key === 'Enter' && highlightedIndex < 0 && searchTyped()) event.preventDefault()
    },
  })
  return (
    <>
      <Field field={field} label={label} hint={hint} extraError={error}>
        <div className={css.box}>
          <input
            {...inputProps}
            // No line is highlighted: an empty id would be none.
            aria-activedescendant={activeLine || undefined}
            {...described}
            // The label is tied by its `for`; Downshift's id belongs to no element of ours.
            aria-labelledby={undefined}
            className={`${fieldCss.input} ${css.input}`}
            name={field}
            type="text"
            inputMode="search"
            autoComplete={`section-${kind} address-line1`}
            spellCheck={false}
            autoCapitalize="words"
            enterKeyHint="search"
            aria-busy={searching.isSearching || undefined}
          />
          {searching.isSearching ? (
            <span className={css.wheel}>
              <SmallWheel />
            </span>
          ) : null}
          <ul
            {...getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
            className={open ? css.lines : css.closed}
          >
            {open
              ? lines.map((line, index) => (
                  <li
                    key={line.addressId}
                    {...getItemProps({ item: line, index })}
                    className={index === highlightedIndex ? css.highlighted : css.line}
                  >
                    {line.text}
                  </li>
                ))
              : null}
          </ul>
        </div>
      </Field>
      {choices.length > 0 ? (
        <fieldset className={`${fieldCss.field} ${fieldCss.group}`}>
          <legend className={fieldCss.label}>{addressWords.suggested}</legend>
          <div className={choiceCss.column}>
            {choices.map((address, index) => (
              <RadioCard
                key={address.addressId || addressText(address)}
                id={`${id}-suggested-${index + 1}`}
                name={`${field}.suggested`}
                option={{ value: String(index), label: addressText(address) }}
                onChoose={() => searching.take(address)}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  )
}

/** The lines on offer for what is typed; none while there is nothing to ask. A late answer never shows. */
function useSuggestions(text: string, settled: boolean): [readonly Line[], (lines: readonly Line[]) => void] {
  const api = useApi()
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(() => {
    // A blank behind a number says that it is whole.
    const typed = text.trimStart()
    if (settled || text.trim().length < shortestSearch) {
      setLines([])
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
