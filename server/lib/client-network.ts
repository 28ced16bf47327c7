/**
 * Maps a client's IP address to the line or network that rate limits count, because one IPv6 line has 2^64 addresses.
 */
import { isIP } from 'node:net'

/** A proxy header may add a port; an IPv4-mapped IPv6 address becomes IPv4. */
export function normalizedAddress(ip: string): string {
  const family = isIP(ip)
  if (family === 4) return ip
  const bare = family === 6 ? ip : ip.replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const groups = groupsOf(bare)
  if (!groups || groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return bare
  return groups
    .slice(6)
    .flatMap(group => [group >> 8, group & 0xff])
    .join('.')
}

/** An IPv4 address, or the /64 of an IPv6 address: customers of a mobile network share a /56, but no /64. */
export function subscriberNetwork(ip: string): string {
  const plain = normalizedAddress(ip)
  const groups = groupsOf(plain)
  return groups ? `${hex(groups.slice(0, 4))}::/64` : plain
}

/** The network that a device keeps while its address changes: /24 of IPv4, or /56 of IPv6. */
export function stableNetworkPrefix(ip: string): string {
  const plain = normalizedAddress(ip)
  const groups = groupsOf(plain)
  if (!groups) return plain.replace(/\.[^.]*$/, '')
  return `${hex([...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00])}::/56`
}

/** True for a proxy on this machine or a developer. Clients behind it cannot be distinguished by address. */
export function isLoopback(ip: string): boolean {
  const plain = normalizedAddress(ip)
  const groups = groupsOf(plain)
  return groups ? groups.every((group, at) => group === (at === 7 ? 1 : 0)) : /^127\.\d/.test(plain)
}

/** The line that limits count; null for a loopback address, whose clients cannot be distinguished. */
export const rateLimitNetwork = (ip: string): string | null => (isLoopback(ip) ? null : subscriberNetwork(ip))

const hex = (groups: readonly number[]): string => groups.map(group => group.toString(16)).join(':')

/** The eight groups of an IPv6 address; null for anything else. */
function groupsOf(ip: string): readonly number[] | null {
  if (isIP(ip) !== 6) return null
  // The URL parser normalises all notations: no zone, no dotted part, at most one '::'.
  const [before = '', after] = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  const [head, tail] = [read(before), read(after ?? '')]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
