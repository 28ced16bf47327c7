/** Pages asked for in odd ways, and at odd times: while the database is away they lie ready in memory, and are sent all the same. */
import { expect, it, onTestFinished } from 'vitest'
import { pagePaths } from '#journey/page-paths.ts'
import { testDatabase } from '#test/database.ts'
import { register } from '#test/purchase.ts'
import { roadTo } from '#test/road.ts'
import { openWorld } from '#test/world.ts'

it('[SHELL-01] [PAY-10] without a database every page is given, without a session; calls are told to come again, and do', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const road = await roadTo(database.url)
  onTestFinished(() => road.close())
  const world = await openWorld({ replace: { database: { url: road.url } }, isIdle: true })
  onTestFinished(() => world.close())
  const known = await world.browser()
  const { id } = await register(known)
  const sid = known.cookies.get('sid')

  await road.cut()
  for (const client of [world.plainClient(), known])
    for (const path of [...pagePaths, '/nowhere']) {
      const page = await client.request(path)
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        path === '/nowhere' ? 404 : 200,
        'text/html; charset=utf-8',
      ])
      if (path !== '/session-expired') expect(page.headers.getSetCookie()).toEqual([])
    }
  const asked = () => known.call('prospectCar', { query: { id } })
  known.cookies.set('sid', sid ?? '')
  const refused = await asked()
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toMatchObject([
    503,
    '5',
    { code: 'OVERLOADED' },
  ])
  expect(world.logLines.filter(line => line.includes('"bug"'))).toEqual([])

  await road.mend()
  expect((await asked()).status).toBe(200)
  expect((await world.plainClient().request('/vehicle')).headers.getSetCookie()).toHaveLength(1)
})

it('[SHELL-01] [SHELL-02] a slash at the end leads to the page that was meant, with what stands behind it', async () => {
  const world = await openWorld({ isIdle: true })
  onTestFinished(() => world.close())
  const visitor = world.plainClient()
  const asked = async (path: string, method = 'GET') => {
    const { status, headers } = await visitor.request(path, { method })
    return [status, headers.get('location'), headers.get('cache-control')?.includes('no-store') ?? false]
  }
  expect(await asked('/vehicle/?id=a&token=b')).toEqual([302, '/vehicle?id=a&token=b', true])
  expect(await asked('/vehicle/step3/')).toEqual([302, '/vehicle/step3', true])
  for (const path of ['/vehicle//', '//vehicle/', '/nowhere/', '/edge/'])
    expect([path, (await asked(path)).slice(0, 2)]).toEqual([path, [404, null]])
})
