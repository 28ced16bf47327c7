/** Tests of sanitising the direct debit terms. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type MarkupNode, sanitizedElements, termsVersionOf } from './direct-debit-terms-dialog.tsx'

const leaf = (nodeType: number, nodeName: string, textContent: string): MarkupNode => ({
  nodeType,
  nodeName,
  textContent,
  childNodes: [],
})
const text = (content: string): MarkupNode => leaf(3, '#text', content)
const element = (nodeName: string, ...childNodes: MarkupNode[]): MarkupNode => ({
  nodeType: 1,
  nodeName,
  textContent: null,
  childNodes,
})
const comment = leaf(8, '#comment', '<p>hidden</p>')
const shown = (...nodes: MarkupNode[]) => renderToStaticMarkup(sanitizedElements(element('BODY', ...nodes)))

describe('the direct debit terms', () => {
  it('[PAY-04] keep their headings, lists and emphasis', () => {
    expect(shown(element('P', element('B', text('a')), element('I', text('b'))))).toBe(
      '<p><b>a</b><i>b</i></p>',
    )
    const list = element(
      'UL',
      element('LI', text('One '), element('STRONG', text('two'))),
      element('LI', element('EM', text('three'))),
    )
    expect(shown(element('H2', text('Terms')), element('P', text('a'), element('BR'), text('b')), list)).toBe(
      '<h2>Terms</h2><p>a<br/>b</p><ul><li>One <strong>two</strong></li><li><em>three</em></li></ul>',
    )
  })

  it.each(['SCRIPT', 'STYLE', 'SVG', 'FORM', 'A', 'X-CUSTOM'])('[PAY-04] removes %s', tag => {
    expect(shown(element('P', text('a')), element(tag, element('P', text('evil'))))).toBe('<p>a</p>')
  })

  it('[PAY-04] unwraps containers, drops comments, and keeps text as text', () => {
    expect(shown(element('DIV', element('P', text('<img src=x onerror=alert(1)>'))), comment)).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    )
  })

  it('[PAY-04] keeps no attribute', () => {
    const hostile = { ...element('P', text('a')), attributes: [{ name: 'onclick', value: 'alert(1)' }] }
    expect(shown(hostile)).toBe('<p>a</p>')
  })
})

it('[PAY-04] reads the edition of the terms from their text only', () => {
  expect(termsVersionOf('<p>Kererū: 0800 100 427.</p>\n<p>Version 2026-11-24.</p>')).toBe('2026-11-24')
  expect(termsVersionOf('<p>Ask your bank.</p>')).toBeUndefined()
})
