/**
 * Sanitises the direct debit terms: it walks the parsed HTML and keeps a few plain tags and their text. No
 * attribute, script or link reaches the page.
 */

import { createElement, Fragment, type ReactNode } from 'react'

/** The part of a DOM node that the sanitiser reads. */
export interface MarkupNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: ArrayLike<MarkupNode>
}

const elementNode = 1
const textNode = 3

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

/** The elements of a parsed text that may be shown. */
export const toPlainElements = (body: MarkupNode): ReactNode => walk(body, 0)

/** The edition that the terms' own text states; undefined if it states none. */
export const termsVersionOf = (terms: string): string | undefined => /\bVersion ([\d-]+)/.exec(terms)?.[1]
