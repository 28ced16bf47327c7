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
import type { AddressFieldPath } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { lazyFile, useLazyFile } from '#web/lib/lazy-file.ts'
import './address-field.css'
import {
  type AddressSearch,
  type AddressSearchOptions,
  addressKindOf,
  manualAddressSections,
  minimumSearchLength,
  type Suggestions,
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

/** The manual form is closed, or why it is open. `failed`: its file could not be loaded. */
type ManualForm = 'closed' | 'requested' | 'postcode-missing' | 'failed'

export function AddressField(props: AddressFieldProps) {
  const { field, label, hint, onFound, onPostcodeNotGiven } = props
  const draft = useDraft()
  const announce = useAnnounce()
  const text = useAnswer(field)
  const found = matchesAddress(props.found, text.trim()) ? props.found : undefined
  const [manual, setManual] = useState<ManualForm>('closed')
  const isManualOpen = manual === 'requested' || manual === 'postcode-missing'
  /** A form that was opened for a missing postcode reports that none was given. */
  const closeManual = (next: 'closed' | 'failed') => {
    setManual(next)
    if (manual === 'postcode-missing') onPostcodeNotGiven?.()
  }
  const manualDialog = useLazyFile(manualAddressDialog, isManualOpen, () => {
    closeManual('failed')
    announce(addressSearchText.manualMissing)
  })
  const search = useAddressSearch(
    { ...props, found, onPostcodeMissing: () => setManual('postcode-missing') },
    text,
  )
  return (
    <div className="stack gap-3 address-field-address">
      <Field field={field} label={label} hint={hint} extraError={search.error}>
        <AddressInput field={field} hasHint={Boolean(hint)} text={text} search={search} />
      </Field>
      {search.choices.length > 0 && (
        <MatchingAddresses field={field} choices={search.choices} onChoose={search.select} />
      )}
      <Button kind="quiet" onPress={() => setManual('requested')}>
        {addressSearchText.manually}
      </Button>
      {manual === 'failed' && !found && <p>{addressSearchText.manualMissing}</p>}
      {isManualOpen && manualDialog && (
        <manualDialog.ManualAddressDialog
          section={manualAddressSections[addressKindOf(field)]}
          onClose={() => closeManual('closed')}
          onUse={address => {
            setManual('closed')
            draft.setAnswer(field, addressText(address))
            onFound(address)
          }}
        />
      )}
    </div>
  )
}

/** The list of suggestions; an arrow key opens it with its first or last line highlighted. */
type ListState = 'closed' | 'open' | 'open-at-first' | 'open-at-last'

/** Escape closes the list and does not clear the input; an arrow key opens it. */
function listStateAfterKey(key: string, before: ListState): ListState {
  if (before !== 'closed') return key === 'Escape' ? 'closed' : before
  if (key === 'ArrowDown') return 'open-at-first'
  return key === 'ArrowUp' ? 'open-at-last' : before
}

interface AddressInputProps {
  readonly field: AddressFieldPath
  readonly hasHint: boolean
  readonly text: string
  readonly search: AddressSearch
}

/** The input with the list of its suggestions. */
function AddressInput({ field, hasHint, text, search }: AddressInputProps) {
  const draft = useDraft()
  const described = useFieldDescription(field, hasHint, search.error)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = fieldId(field)
  const [listState, setListState] = useState<ListState>('closed')
  const lines = useAddressSuggestions(text, search.isSettled(), listState !== 'closed')
  const visibleState = lines.length > 0 ? listState : 'closed'
  useCombobox(input, list, lines, visibleState, setListState)

  const pick = (line: string) => {
    // The list closes: if one of its lines has the focus, move it to the input.
    if (list.current?.contains(document.activeElement)) input.current?.focus()
    draft.setAnswer(field, line)
    setListState('closed')
    search.start(line)
  }
  const searchTyped = (debounceMs?: number) => {
    const typed = text.trim()
    const isNew = typed.length >= minimumSearchLength && !search.isSettled()
    if (isNew) search.start(typed, debounceMs)
    return isNew
  }

  // Text that was not typed (autofill, 'Undo', page load) is searched for like text of a field that was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (document.activeElement?.id !== id && searchTyped(typingDebounceMs)) setListState('closed')
  }, [id, text])

  /** The focus left input or list. A screen reader moves it to a line before it clicks it, which leaves neither. */
  const onLeave = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    // When the window loses focus, the field keeps it: do not search for half-typed text.
    if (document.activeElement === target || currentTarget.parentElement?.contains(relatedTarget)) return
    const line = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    // Click the line instead of reading its text, which a browser may have translated.
    if (line) return line.click()
    setListState('closed')
    searchTyped()
  }
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter selects the highlighted line or searches. It submits the form only when there is neither.
      if (event.isDefaultPrevented()) return
      if (searchTyped() || listState !== 'closed') event.preventDefault()
      return setListState('closed')
    }
    const next = listStateAfterKey(event.key, listState)
    if (next === listState) return
    event.preventDefault()
    setListState(next)
  }
  return (
    <div className="address-field-box">
      <input
        {...described}
        ref={input}
        className="field-input address-field-input"
        name={field}
        type="text"
        value={text}
        inputMode="search"
        autoComplete={`section-${addressKindOf(field)} address-line1`}
        spellCheck={false}
        autoCapitalize="words"
        enterKeyHint="search"
        aria-busy={search.isRunning || undefined}
        onChange={event => {
          setValueKeepingCaret(event.currentTarget, toPlainText)
          search.type(event.currentTarget.value)
          setListState('open')
        }}
        onClick={() => setListState(listState === 'closed' ? 'open' : 'closed')}
        onKeyDown={onInputKeyDown}
        onBlur={onLeave}
      />
      {search.isRunning && (
        <span className="address-field-spinner">
          <InlineSpinner />
        </span>
      )}
      <SuggestionList
        ref={list}
        id={id}
        lines={visibleState === 'closed' ? [] : lines}
        onPick={pick}
        onBlur={onLeave}
        onClose={() => {
          input.current?.focus()
          setListState('closed')
        }}
      />
    </div>
  )
}

interface SuggestionListProps {
  readonly ref: RefObject<HTMLDivElement | null>
  /** The id of the input. */
  readonly id: string
  /** Empty while the list is closed. */
  readonly lines: Suggestions
  readonly onPick: (line: string) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  readonly onClose: () => void
}

function SuggestionList({ ref, id, lines, onPick, onBlur, onClose }: SuggestionListProps) {
  /** For a line that got the focus from a screen reader's cursor. */
  const onListKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const focused = event.target as HTMLElement
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter' && focused.role === 'option') focused.click()
    else onClose()
  }
  return (
    <div
      ref={ref}
      id={`${id}-lines`}
      role="listbox"
      tabIndex={-1}
      // Not the field's own label, which should lead to the input only.
      aria-label={addressSearchText.lines}
      onKeyDown={onListKeyDown}
      // The focus stays in the field.
      onMouseDown={event => event.preventDefault()}
      onBlur={onBlur}
      className="popover address-field-lines"
      hidden={lines.length === 0}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={line.addressId + line.text}
          id={`${id}-line-${index}`}
          role="option"
          tabIndex={-1}
          className="address-field-line"
          onClick={() => onPick(line.text)}
        >
          {line.text}
        </div>
      ))}
    </div>
  )
}

/** Connects the input to the list of suggestions: arrow keys highlight lines while the list is open. */
function useCombobox(
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
  lines: readonly unknown[],
  shown: ListState,
  setListState: (listState: 'closed') => void,
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
    if (shown === 'closed') return
    combobox.current?.start()
    if (shown === 'open-at-first') combobox.current?.navigate(1)
    if (shown === 'open-at-last') combobox.current?.navigate(-1)
    // A tap outside does not move the focus, so it closes the list here. Scrolling sends no pointerup.
    const away = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.parentElement?.contains(target)) setListState('closed')
    }
    document.addEventListener('pointerup', away)
    return () => {
      document.removeEventListener('pointerup', away)
      combobox.current?.stop()
    }
  }, [shown, lines])
}
