/** Tests of page requests: unusual paths and methods, and pages while the database is down. */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { legalPaths, pagePaths } from '#journey/page-paths.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { testDatabase } from '#test/database.ts'
import { register } from '#test/purchase.ts'
import { appForTest, openTestApp } from '#test/test-app.ts'
import { acceptedEncoding } from './pages.ts'

/** A world whose database is reached through a proxy that can be cut. */
async function worldBehindProxy() {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const proxy = await breakableConnectionTo(database.url)
  onTestFinished(() => proxy.close())
  const world = await appForTest({ replace: { database: { url: proxy.url } }, isIdle: true })
  return { database, proxy, world }
}

it('[SHELL-01] [PAY-10] without a database every page is served without a session; calls get a Retry-After and succeed later', async () => {
  const { proxy, world } = await worldBehindProxy()
  const known = await world.browser()
  const { id } = await register(known)
  const sid = known.cookies.get('sid')

  await proxy.cut()
  for (const client of [world.plainClient(), known])
    for (const path of [...pagePaths, '/nowhere']) {
      const page = await client.request(path)
      expect(page.status, path).toBe(path === '/nowhere' ? 404 : 200)
      expect(page.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      if (path !== '/session-expired') expect(page.headers.getSetCookie()).toEqual([])
    }
  const asked = () => known.call('prospectCar', { query: { id } })
  known.cookies.set('sid', sid ?? '')
  const refused = await asked()
  expect(refused).toMatchObject({ status: 503, json: { code: 'OVERLOADED' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(world.logLines.filter(line => line.includes('"bug"'))).toEqual([])
  for (let view = 0; view < 60; view += 1) await known.request('/vehicle')
  // Twenty a minute, of which there may be two.
  expect(world.logLines.filter(line => line.includes('"page-without-session"')).length).toBeLessThan(60)

  await proxy.mend()
  expect((await asked()).status).toBe(200)
  expect((await world.plainClient().request('/vehicle')).headers.getSetCookie()).toHaveLength(1)
})

it('[PAY-10] [EDGE-13] after a failover to a read-only server calls get a Retry-After and the node is not ready; both recover', async () => {
  const { database, proxy, world } = await worldBehindProxy()
  const client = await world.browser()
  const rows = await database.query('select current_database() as name')
  const readOnly = (on: boolean) =>
    database.query(`alter database ${rows[0].name} set default_transaction_read_only = ${on}`)
  const body = { registrationNumber: 'JHU968', source: 'openroad' }
  const registered = async () => {
    const { status, json } = await client.call('registration', { body })
    return status === 200 ? status : [status, json]
  }
  const ready = async () => (await world.plainClient().request('/ready')).status
  expect([await registered(), await ready()]).toEqual([200, 200])

  await readOnly(true)
  await proxy.cut()
  await proxy.mend()
  // The first may have been sent on the closed connection.
  for (const _ of [1, 2, 3]) expect(await registered()).toMatchObject([503, { code: 'OVERLOADED' }])
  expect(await ready()).toBe(503)
  expect(world.logLines.filter(line => line.includes('"bug"'))).toEqual([])
  await readOnly(false)
  expect([await registered(), await ready()]).toEqual([200, 200])
})

it('[PAY-11] [SHELL-01] a request that began before the node closes gets its normal response', async () => {
  const world = await openTestApp({ isIdle: true })
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  socket.write('GET /vehicle HTTP/1.1\r\nHost: localhost\r\n')
  const arrived = () => new Promise<number>(resolve => world.app.server.getConnections((_, n) => resolve(n)))
  await expect.poll(arrived).toBe(1)
  await delay(100)
  const closed = world.close()
  await expect.poll(() => world.app.server.listening).toBe(false)
  socket.write('\r\n')
  const answer = Buffer.concat(await socket.toArray()).toString('latin1')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer).toMatch(/^set-cookie: sid=/im)
  expect(answer).toMatch(/^connection: close/im)
  await closed
})

it('[BUS-04] the legal documents start no session, and lead to the brand’s own pages where it names them', async () => {
  const privacyUrl = 'https://www.fern.example/privacy'
  const brands = new Map(
    [...readBrands()].map(([key, brand]) => [key, key === 'fern' ? { ...brand, privacyUrl } : brand]),
  )
  const world = await appForTest({ isIdle: true, replace: { around: wired => ({ ...wired, brands }) } })
  const asked = async (host: string, path: string) => {
    const { status, headers } = await world.at(host).request(path)
    return [status, headers.get('location'), headers.getSetCookie()]
  }
  for (const path of Object.values(legalPaths))
    expect(await asked('openroad.localhost', path)).toEqual([200, null, []])
  expect(await asked('fern.localhost', '/privacy')).toEqual([302, privacyUrl, []])
  expect(await asked('fern.localhost', '/terms')).toEqual([200, null, []])
})

it('[SHELL-01] [SHELL-02] a trailing slash redirects to the page and keeps the query', async () => {
  const world = await appForTest({ isIdle: true })
  const caller = world.plainClient()
  const asked = async (path: string, method = 'GET') => {
    const { status, headers } = await caller.request(path, { method })
    return [status, headers.get('location'), headers.get('cache-control')?.includes('no-store') ?? false]
  }
  expect(await asked('/vehicle/?id=a&token=b')).toEqual([302, '/vehicle?id=a&token=b', true])
  expect(await asked('/vehicle/step3/')).toEqual([302, '/vehicle/step3', true])
  for (const path of ['/vehicle//', '//vehicle/', '/nowhere/', '/edge/'])
    expect([path, (await asked(path)).slice(0, 2)]).toEqual([path, [404, null]])
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br; q=0.000 , gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['x-br, gzipped', null],
  [';;,,q=1', null],
])('for %j the page is sent as %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
