/** Tests of how an IP address maps to a subscriber line, a network, or this machine. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLoopback, normalizedAddress, stableNetworkPrefix, subscriberNetwork } from './client-network.ts'

it('[T1] [T20] the line of an IPv6 address is its first half, also with a dotted part or a zone', () => {
  expect(subscriberNetwork('2001:db8:a:b::192.0.2.7')).toBe('2001:db8:a:b::/64')
  expect(subscriberNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('[T1] [T20] every notation of an IPv6 address gives the same network, its first half', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), groups => {
      fc.pre(groups.slice(0, 5).some(Boolean))
      const long = groups.map(value => value.toString(16).padStart(4, '0').toUpperCase()).join(':')
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1)
      const half = groups.slice(0, 4).map(value => value.toString(16))
      for (const ip of [long, short]) expect(subscriberNetwork(ip)).toBe(`${half.join(':')}::/64`)
      expect(stableNetworkPrefix(short)).toBe(stableNetworkPrefix(long))
    }),
  )
})

it('[T1] [T20] an IPv4 address is one network in every notation of a socket or a proxy', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7:49152'])
    expect([normalizedAddress(ip), subscriberNetwork(ip)]).toEqual(['203.0.113.7', '203.0.113.7'])
  expect(normalizedAddress('[2001:db8::1]:443')).toBe('2001:db8::1')
  expect(subscriberNetwork('unknown')).toBe('unknown')
})

it('[T18] a captcha pass is valid in the network where it was granted: /24 of IPv4, /56 of IPv6', () => {
  expect(stableNetworkPrefix('203.0.113.7')).toBe('203.0.113')
  expect(stableNetworkPrefix('::ffff:203.0.113.200')).toBe('203.0.113')
  expect(stableNetworkPrefix('2001:db8:a:b1ff::1')).toBe('2001:db8:a:b100::/56')
  expect(stableNetworkPrefix('2001:db8:a:ff::1')).toBe('2001:db8:a:0::/56')
  expect(stableNetworkPrefix('1::2:3:4:5:6:7')).toBe('1:0:2:0::/56')
})

it('[T20] only addresses of this machine are loopback addresses', () => {
  for (const ip of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1'])
    expect(isLoopback(ip)).toBe(true)
  for (const ip of ['128.0.0.1', '::2', '::ffff:128.0.0.1', '2001:db8::1']) expect(isLoopback(ip)).toBe(false)
})
