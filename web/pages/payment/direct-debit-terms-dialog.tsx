/** The 'Direct debit terms' dialog of step 5 (payment): it fetches the terms and sanitises their HTML. */
import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react'
import { errorPath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Spinner } from '#web/components/call-messages.tsx'
import { CheckboxField } from '#web/components/checkbox-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormActions } from '#web/components/form.tsx'
import { retryingText } from '#web/content/layout.ts'
import { directDebitTermsText as words } from '#web/content/payment.ts'
import { useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup } from '#web/features/lookups/use-lookup.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { parseInertHtml } from '#web/lib/trusted-types.ts'
import './payment-page.css'

interface DirectDebitTermsDialogProps {
  readonly onClose: () => void
  readonly onAgreed: () => void
  /** After Next the dialog stays open until the result is known. */
  readonly phase: 'terms' | 'binding' | 'confirming'
}

export function DirectDebitTermsDialog({ onClose, onAgreed, phase }: DirectDebitTermsDialogProps) {
  const api = useApi()
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  const [terms, setTerms] = useState<ReactNode>(undefined)
  const hasAgreed = useDraftSelector(answers => answers.payment.directTerms === 'YES')
  const { isRetrying } = useKeyedLookup('terms', {
    ask: (_key, call) => api.call('directDebitTerm', {}, call),
    onResult(result) {
      if (result.outcome === 'network-error') return navigateTo(errorPath)
      if (result.outcome !== 'ok') return setTerms(null)
      draft.setState({ termsVersion: termsVersionOf(result.data) })
      setTerms(sanitizedElements(parseInertHtml(result.data)))
    },
  })
  const isWaiting = phase !== 'terms'
  // The clicked button was removed: keep the focus inside the dialog.
  useEffect(() => {
    if (isWaiting) document.querySelector<HTMLElement>('dialog h2')?.focus()
  }, [isWaiting])
  if (isWaiting)
    return (
      <Dialog title={words.waitingTitle}>
        <Spinner text={words[phase]} />
        {phase === 'confirming' && <p>{words.confirmingDetail}</p>}
      </Dialog>
    )
  const reason = reasonOf(terms, hasAgreed)
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      closeButton={false}
      actions={
        <>
          {terms && <CheckboxField field="payment.directTerms" label={words.agree} />}
          <FormActions
            next={{ onPress: onAgreed, disabledReasons: reason ? [reason] : [] }}
            extra={
              <Button kind="secondary" onPress={onClose}>
                {words.close}
              </Button>
            }
          />
        </>
      }
    >
      {terms === undefined ? (
        <Spinner text={isRetrying ? retryingText : words.loading} />
      ) : (
        <div className="payment-page-terms">{terms ?? <p role="alert">{words.missing}</p>}</div>
      )}
    </Dialog>
  )
}

/** Why Next is disabled; null when it is not. */
function reasonOf(terms: ReactNode, hasAgreed: boolean): string | null {
  if (terms === undefined) return words.reasonLoading
  if (!terms) return words.reasonMissing
  return hasAgreed ? null : words.reasonAgree
}

export interface MarkupNode extends Pick<Node, 'nodeType' | 'nodeName' | 'textContent'> {
  readonly childNodes: ArrayLike<MarkupNode>
}

const elementNode = 1
const textNode = 3

/** Only a few plain tags and the text remain. */
const keptTags = new Set(['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'br'])
/** Containers: only their content is kept. All other tags are removed with their content. */
const openedTags = new Set(['html', 'body', 'main', 'article', 'section', 'div', 'span'])

function walk(node: MarkupNode, key: number): ReactNode {
  if (node.nodeType === textNode) return node.textContent
  if (node.nodeType !== elementNode) return null
  const tag = node.nodeName.toLowerCase()
  if (tag === 'br') return createElement('br', { key })
  const children = Array.from(node.childNodes, walk)
  if (keptTags.has(tag)) return createElement(tag, { key }, ...children)
  return openedTags.has(tag) ? createElement(Fragment, { key }, ...children) : null
}

export const sanitizedElements = (body: MarkupNode): ReactNode => walk(body, 0)

/** The edition that the terms' own text states; undefined if it states none. */
export const termsVersionOf = (terms: string): string | undefined => /\bVersion ([\d-]+)/.exec(terms)?.[1]
