/** Tests of which operating-system accounts the embedded PostgreSQL may try. */
import { describe, expect, it } from 'vitest'
import { asCurrentUser, asNobody, inUserNamespace, type Machine, strategies } from './account.ts'

const users = [
  { name: 'root', uid: 0, gid: 0 },
  { name: 'nobody', uid: 65534, gid: 65534 },
  { name: 'daemon', uid: 1, gid: 1 },
]
const machine = (changes: Partial<Machine>): Machine => ({ uid: 0, platform: 'linux', users, ...changes })
const openWays = (of: Machine) =>
  strategies.map(way => way(of)).map(way => typeof way === 'object' && way.name)

describe('the account of the embedded database', () => {
  it.each([
    ['an ordinary user', machine({ uid: 1000 }), ['as this user', false, false]],
    ['root on Linux', machine({}), [false, 'in a user namespace', 'as nobody']],
    ['root on macOS', machine({ platform: 'darwin' }), [false, false, 'as nobody']],
    ['root with no other user known', machine({ users: [] }), [false, false, false]],
    ['Windows', machine({ uid: -1, platform: 'win32', users: [] }), [false, false, false]],
  ])('for %s', (_who, one, ways) => {
    expect(openWays(one)).toEqual(ways)
  })

  it('is itself for an ordinary user, and for root one that is not root', () => {
    expect(asCurrentUser(machine({ uid: 1000 }))).toEqual({ name: 'as this user', wrapper: [] })
    expect(inUserNamespace(machine({}))).toMatchObject({
      wrapper: ['unshare', '--user', '--map-user=1', '--'],
    })
    expect(asNobody(machine({}))).toMatchObject({ drop: { uid: 65534, gid: 65534 } })
  })

  it('has a reason for every way that is closed', () => {
    for (const one of [machine({ uid: 1000 }), machine({ users: [] }), machine({ uid: -1 })])
      for (const way of strategies.map(each => each(one)))
        if (typeof way === 'string') expect(way).toMatch(/^[A-Za-z].{10,}[^.]$/)
  })
})
