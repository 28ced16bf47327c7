/** Tests of the HTML template literals: every value is escaped. */
import { expect, test } from 'vitest'
import { html } from './html.ts'

test('[EDGE-11] escapes every value, in text and in attributes', () => {
  const value = `<b a="1" b='2'>&amp;`
  expect(html`<p title="${value}">${value}</p>`.toString()).toBe(
    '<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;</p>',
  )
})

test('[EDGE-11] keeps its own markup, alone or in a list, and prints numbers as text', () => {
  expect(html`<ul>${['a', '<'].map(item => html`<li>${item}</li>`)}</ul>${html`<hr>`}${2}`.toString()).toBe(
    '<ul><li>a</li><li>&lt;</li></ul><hr>2',
  )
})

test('[EDGE-11] escapes an object that imitates markup', () => {
  const lookalike = { toString: () => '<script>' } as unknown as string
  expect(() => html`${lookalike}`.toString()).toThrow()
})
