/** Tests that one mailbox is counted as one, however its address is written. */
import { expect, it } from 'vitest'
import { recipientKey } from './deliver.ts'

it.each([
  ['Victim@Example.org', 'victim@example.org'],
  ['victim+1@example.org', 'victim@example.org'],
  ['v.ic.tim+a+b@gmail.com', 'victim@gmail.com'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['kia@māori.nz', 'Kia@xn--mori-qsa.nz'],
])('[T21] [EDGE-11] %s is the same recipient as %s', (one, other) => {
  expect(recipientKey(one)).toBe(recipientKey(other))
})

it.each([
  ['vic.tim@example.org', 'victim@example.org'],
  ['victim@example.org', 'victim@example.com'],
  ['victim@notgmail.com', 'victim@gmail.com'],
])('[T21] [EDGE-11] %s is another recipient than %s', (one, other) => {
  expect(recipientKey(one)).not.toBe(recipientKey(other))
})
