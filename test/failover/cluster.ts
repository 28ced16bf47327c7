/** A PostgreSQL cluster for the failover test: etcd, two servers under Patroni, haproxy and PgBouncer. */
import { existsSync, readdirSync } from 'node:fs'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '#test/local-ports.ts'
import { poolerSettings } from '#test/pooler.ts'
import { waitUntil } from '#test/wait-until.ts'
import { type FailoverRun, type ManagedProcess, postgresUser, startProcess } from './processes.ts'

const postgresFolder = '/usr/lib/postgresql'

/** The newest PostgreSQL of Debian's packages. */
function postgresBinaries(): string {
  const versions = existsSync(postgresFolder)
    ? readdirSync(postgresFolder).map(Number).filter(Number.isFinite)
    : []
  return join(postgresFolder, String(Math.max(...versions)), 'bin')
}

interface Member {
  readonly name: string
  readonly port: number
  readonly restPort: number
  program: ManagedProcess
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const database = 'openroad'
/** A killed server is rewound and catches up. */
const rejoinsWithinMs = 300_000

export async function startCluster(run: FailoverRun) {
  const { folder } = run
  const account = postgresUser()
  await chown(folder, account.uid, account.gid)
  const [etcdPort = 0, peerPort = 0, directPort = 0, poolPort = 0, ...memberPorts] = await freePorts(8)
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  startProcess(
    run,
    'etcd',
    [
      'etcd',
      ...['--data-dir', join(folder, 'etcd'), '--name', 'etcd', '--enable-v2'],
      ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `etcd=${peerUrl}`],
    ],
    account,
  )
  await waitUntil('etcd answers', async () => (await fetch(`${etcdUrl}/health`)).ok)

  const patroni = (name: string) =>
    startProcess(run, name, ['patroni', join(folder, `${name}.yaml`)], account)
  const members: Member[] = []
  for (const [index, name] of ['database-1', 'database-2'].entries()) {
    const [port = 0, restPort = 0] = memberPorts.slice(index * 2)
    await write(`${name}.yaml`, patroniSettings({ name, folder, port, restPort, etcdPort }))
    members.push({ name, port, restPort, program: patroni(name) })
    // The first server creates the cluster, the second copies it.
    if (index === 0) await waitUntil('the primary is up', async () => (await primaryOf(members)) === name)
  }

  const directUrl = `postgresql://postgres@127.0.0.1:${directPort}/${database}`
  const haproxyFile = await write('haproxy.cfg', await haproxySettings(directPort, members))
  startProcess(run, 'haproxy', ['haproxy', '-db', '-f', haproxyFile], account)
  const pgbouncerFile = await write('pgbouncer.ini', await poolerSettings(poolPort, directUrl))
  startProcess(run, 'pgbouncer', ['pgbouncer', pgbouncerFile], account)

  const primary = async () => {
    const name = await primaryOf(members)
    const member = members.find(one => one.name === name)
    if (!member) throw new Error('there is no primary')
    return member
  }
  /** Waits until the primary has a synchronous standby. */
  const healthy = () =>
    waitUntil(
      'a primary has a synchronous standby',
      async () => (await synchronousStandby(members)) !== null,
      rejoinsWithinMs,
    )
  await healthy()
  return {
    /** Through PgBouncer. */
    pooledUrl: `postgresql://postgres@127.0.0.1:${poolPort}/${database}`,
    /** The primary, through haproxy. */
    directUrl,
    healthy,
    /** Waits until there are a primary and a standby. */
    rejoined: () =>
      waitUntil(
        'a primary has a standby',
        async () => (await primaryOf(members)) !== null && (await memberWith(members, '/replica')) !== null,
        rejoinsWithinMs,
      ),
    /** Simulates the loss of the primary's machine: kills server and manager. Returns a function that starts them again. */
    async killPrimary() {
      const member = await primary()
      await member.program.kill()
      return () => {
        member.program = patroni(member.name)
      }
    },
    /** Suspends the primary's machine. Returns a function that resumes it. */
    async hangPrimary() {
      const member = await primary()
      member.program.signal('SIGSTOP')
      return () => member.program.signal('SIGCONT')
    },
    /** Switches the primary as planned maintenance does. */
    async switchOver() {
      const [leader, candidate] = [await primary(), await synchronousStandby(members)]
      const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate }),
      })
      if (!answer.ok) throw new Error(`Patroni refuses the switchover: ${await answer.text()}`)
    },
  }
}

const asks = ({ restPort }: Member, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    answer => answer.ok,
    () => false,
  )

async function memberWith(members: readonly Member[], path: string): Promise<string | null> {
  for (const member of members) if (await asks(member, path)) return member.name
  return null
}

const primaryOf = (members: readonly Member[]) => memberWith(members, '/primary')
const synchronousStandby = (members: readonly Member[]) => memberWith(members, '/synchronous')

interface MemberSettings {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
}

/**
 * Patroni's own time limits: a primary that does not respond for 30 s is replaced. etcd by its API 2, because with API 3
 * Debian's Patroni 3.0.2 lets a resumed primary take the lock from the new one, and acknowledged commits are lost.
 */
const patroniSettings = ({ name, folder, port, restPort, etcdPort }: MemberSettings): string => `
scope: openroad
name: ${name}
restapi: { listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}" }
etcd: { host: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 30
    loop_wait: 10
    retry_timeout: 10
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 100 }
  initdb: [encoding: UTF8, data-checksums, auth: trust]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(folder, `${name}-data`)}
  bin_dir: ${postgresBinaries()}
  pgpass: ${join(folder, `${name}.pgpass`)}
  authentication:
    superuser: { username: postgres }
    replication: { username: postgres }
    rewind: { username: postgres }
  parameters: { unix_socket_directories: "" }
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
`

async function haproxySettings(port: number, members: readonly Member[]): Promise<string> {
  const text = await readFile(join('deploy', 'haproxy-postgres.cfg'), 'utf8')
  return members
    .reduce(
      (changed, { name, port, restPort }) =>
        changed.replace(`${name}:5432`, `127.0.0.1:${port} check port ${restPort}`),
      text,
    )
    .replace('bind :5432', `bind 127.0.0.1:${port}`)
    .replace(/^ *server database-3.*\n/m, '')
}
