/** A server of its own, started as `npm start` starts it: for the browser tests, and for the commands that look at its pages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { memoryEnvironment, nodeFlags } from '../scripts/server-process.mjs'

const main = join(import.meta.dirname, '../server/main.ts')

export function startServer(dataDir: string, port: string): Promise<{ server: ChildProcess; port: string }> {
  const server = spawn(process.execPath, [...nodeFlags, main], {
    env: { ...memoryEnvironment, ...process.env, DATA_DIR: dataDir, PORT: port, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', chunk => {
      said += String(chunk)
      const found = /Openroad is at http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found) resolve({ server, port: found })
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code} before it was up:\n${said}`)))
  })
}

export const ended = (server: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once('exit', () => resolve())
  })
