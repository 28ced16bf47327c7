/** An address field with suggestions, a combobox: the customer selects a line, and the field looks up its address. */
import Combobox from '@github/combobox-nav'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { addressText, matchesAddress } from '#journey/address.ts'
import { Button } from '#web/components/button.tsx'
import { InlineSpinner } from '#web/components/call-messages.tsx'
import '#web/components/field.css'
import { Field, fieldId, useFieldDescription } from '#web/components/field.tsx'
import { setValueKeepingCaret, toPlainText } from '#web/components/text-field.tsx'
import { addressSearchText } from '#web/content/address.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { lazyFile, useLazyFile } from '#web/lib/lazy-file.ts'
import './address-field.css'
import {
  type AddressSearchOptions,
  addressKindOf,
  manualAddressSections,
  minimumSearchLength,
  typingDebounceMs,
  useAddressSearch,
  useAddressSuggestions,
} from './address-lookups.ts'
import { MatchingAddresses } from './matching-addresses.tsx'

// Most customers never see this dialog.
const manualAddressDialog = lazyFile(() => import('#web/features/manual-address/manual-address-dialog.tsx'))

export interface AddressFieldProps extends Omit<AddressSearchOptions, 'onPostcodeMissing'> {
  readonly label: string
  readonly hint?: ReactNode
  /** The dialog for the missing postcode of a found address was closed without one. */
  readonly onPostcodeNotGiven?: () => void
}

/** The list of suggestions; an arrow key opens it with its first or last line highlighted. */
type ListState = 'closed' | 'open' | 'open-at-first' | 'open-at-last'

export function AddressField(props: AddressFieldProps) {
  const { field, label, hint, onFound, onPostcodeNotGiven } = props
  const kind = addressKindOf(field)
  const draft = useDraft()
  const text = useAnswer(field)
  const found = matchesAddress(props.found, text.trim()) ? props.found : undefined
  const announce = useAnnounce()
  /** Why the manual form is open; null while it is closed. */
  const [manual, setManual] = useState<'requested' | 'postcode-missing' | null>(null)
  const [isManualMissing, setIsManualMissing] = useState(false)
  const openManual = (why: 'requested' | 'postcode-missing') => {
    setIsManualMissing(false)
    setManual(why)
  }
  const closeManual = () => {
    setManual(null)
    if (manual === 'postcode-missing') onPostcodeNotGiven?.()
  }
  const manualDialog = useLazyFile(manualAddressDialog, manual !== null, () => {
    closeManual()
    setIsManualMissing(true)
    announce(addressSearchText.manualMissing)
  })
  const searching = useAddressSearch(
    { ...props, found, onPostcodeMissing: () => openManual('postcode-missing') },
    text,
  )
  const { error, choices } = searching
  const described = useFieldDescription(field, Boolean(hint), error)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = fieldId(field)
  const [listState, setListState] = useState<ListState>('closed')
  // A trailing space does not make it different text.
  const isSettled = found !== undefined || text.trim() === searching.searched().trim()
  const lines = useAddressSuggestions(text, isSettled, listState !== 'closed')
  const open = listState !== 'closed' && lines.length > 0
  useCombobox(input, list, lines, open, listState, setListState)

  const search = (line: string, debounceMs?: number) => {
    setListState('closed')
    searching.search(line, debounceMs)
  }
  const pick = (line: string) => {
    // The list closes: if one of its lines has the focus, move it to the input.
    if (list.current?.contains(document.activeElement)) input.current?.focus()
    draft.setAnswer(field, line)
    search(line)
  }
  const searchTyped = (debounceMs?: number) => {
    const typed = text.trim()
    const isNew = typed.length >= minimumSearchLength && !found && typed !== searching.searched().trim()
    if (isNew) search(typed, debounceMs)
    return isNew
  }

  // Text that was not typed (autofill, 'Undo', page load) is searched for like text of a field that was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (document.activeElement?.id !== id) searchTyped(typingDebounceMs)
  }, [id, text])

  /** For input and list: a screen reader moves the focus to a line before it clicks it, which leaves neither. */
  const left = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    // When the window loses focus, the field keeps it: do not search for half-typed text.
    if (document.activeElement === target || currentTarget.parentElement?.contains(relatedTarget)) return
    const line = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    // Click the line instead of reading its text, which a browser may have translated.
    if (line) return line.click()
    setListState('closed')
    searchTyped()
  }
  /** For a line that got the focus from a screen reader's cursor. */
  const pressedOnLine = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter' && document.activeElement?.role === 'option')
      return (document.activeElement as HTMLElement).click()
    input.current?.focus()
    setListState('closed')
  }
  const pressed = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Enter') {
      // Enter selects the highlighted line or searches. It submits the form only when there is neither.
      if (event.isDefaultPrevented()) return
      if (searchTyped() || listState !== 'closed') event.preventDefault()
      setListState('closed')
    } else if (key === 'Escape' && listState !== 'closed') {
      // Escape closes the list and does not clear the input.
      event.preventDefault()
      setListState('closed')
    } else if (listState === 'closed' && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      setListState(key === 'ArrowDown' ? 'open-at-first' : 'open-at-last')
    }
  }
  return (
    <div className="stack gap-3 address-field-address">
      <Field field={field} label={label} hint={hint} extraError={error}>
        <div className="address-field-box">
          <input
            {...described}
            ref={input}
            className="field-input address-field-input"
            name={field}
            type="text"
            value={text}
            inputMode="search"
            autoComplete={`section-${kind} address-line1`}
            spellCheck={false}
            autoCapitalize="words"
            enterKeyHint="search"
            aria-busy={searching.isSearching || undefined}
            onChange={event => {
              setValueKeepingCaret(event.currentTarget, toPlainText)
              draft.setAnswer(field, event.currentTarget.value)
              searching.continueTyping()
              if (found) onFound(null)
              setListState('open')
            }}
            onClick={() => setListState(listState === 'closed' ? 'open' : 'closed')}
            onKeyDown={pressed}
            onBlur={left}
          />
          {searching.isSearching ? (
            <span className="address-field-spinner">
              <InlineSpinner />
            </span>
          ) : null}
          <div
            ref={list}
            id={`${id}-lines`}
            role="listbox"
            tabIndex={-1}
            // Not the field's own label, which should lead to the input only.
            aria-label={addressSearchText.lines}
            onKeyDown={pressedOnLine}
            // The focus stays in the field.
            onMouseDown={event => event.preventDefault()}
            onBlur={left}
            className="popover address-field-lines"
            hidden={!open}
          >
            {open
              ? lines.map((line, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                  <div
                    key={line.addressId + line.text}
                    id={`${id}-line-${index}`}
                    role="option"
                    tabIndex={-1}
                    className="address-field-line"
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
        <MatchingAddresses field={field} choices={choices} onChoose={searching.select} />
      ) : null}
      <Button kind="quiet" onPress={() => openManual('requested')}>
        {addressSearchText.manually}
      </Button>
      {isManualMissing && !found && <p>{addressSearchText.manualMissing}</p>}
      {manual && manualDialog ? (
        <manualDialog.ManualAddressDialog
          section={manualAddressSections[kind]}
          onClose={closeManual}
          onUse={address => {
            setManual(null)
            draft.setAnswer(field, addressText(address))
            onFound(address)
          }}
        />
      ) : null}
    </div>
  )
}

/** Connects the input to the list of suggestions: arrow keys highlight lines while the list is open. */
function useCombobox(
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
  lines: readonly unknown[],
  open: boolean,
  listState: ListState,
  setListState: (listState: ListState) => void,
) {
  const combobox = useRef<Combobox>(undefined)

  useEffect(() => {
    if (!input.current || !list.current) return
    // Tab moves on; the blur handler selects the highlighted line.
    const made = new Combobox(input.current, list.current, { tabInsertsSuggestions: false })
    combobox.current = made
    return () => made.destroy()
  }, [input, list])

  // biome-ignore lint/correctness/useExhaustiveDependencies: of new lines none is chosen yet
  useEffect(() => {
    if (!open) return
    combobox.current?.start()
    if (listState === 'open-at-first') combobox.current?.navigate(1)
    if (listState === 'open-at-last') combobox.current?.navigate(-1)
    // A tap outside does not move the focus, so it closes the list here. Scrolling sends no pointerup.
    const away = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.parentElement?.contains(target)) setListState('closed')
    }
    document.addEventListener('pointerup', away)
    return () => {
      document.removeEventListener('pointerup', away)
      combobox.current?.stop()
    }
  }, [open, listState, lines])
}
