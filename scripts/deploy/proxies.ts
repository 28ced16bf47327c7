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

export const checkNginx = (folder: string): void => {
  run('nginx', ['-t', '-c', withLocalServers('nginx.conf', folder)])
}

export const checkHaproxy = (folder: string): void => {
  for (const file of ['haproxy.cfg', 'haproxy-postgres.cfg'])
    run('haproxy', ['-c', '-f', withLocalServers(file, folder)])
}

export const checkAlerts = (): void => {
  run('promtool', ['check', 'rules', 'deploy/alerts.yaml'])
  run('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'])
}
