/** Checks of the proxies' configuration files, each by the program that will read it. Used by deploy-check. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** Copies a configuration with the names of its servers replaced by loopback addresses, which always resolve. */
function withLocalServers(file: string, folder: string): string {
  const text = readFileSync(join('deploy', file), 'utf8')
    .replace(/\b(?:node|database)-(\d):(\d+)/g, '127.0.0.$1:$2')
    .replaceAll('/var/cache/nginx', join(folder, 'cache'))
  const copy = join(folder, file)
  writeFileSync(copy, text)
  return copy
}

export async function checkNginx(folder: string): Promise<void> {
  await run('nginx', ['-t', '-c', withLocalServers('nginx.conf', folder)])
}

export async function checkHaproxy(folder: string): Promise<void> {
  for (const file of ['haproxy.cfg', 'haproxy-postgres.cfg'])
    await run('haproxy', ['-c', '-f', withLocalServers(file, folder)])
}

export async function checkAlerts(): Promise<void> {
  await run('promtool', ['check', 'rules', 'deploy/alerts.yaml'])
  await run('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'])
}
