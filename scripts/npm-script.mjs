/** Runs a package.json script without the half second of `npm run`, for the set-up and the test run. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const running = new Set()

/** Passes a signal to the running scripts. */
export const stopRunning = signal => {
  for (const child of running) child.kill(signal)
}

/**
 * @param {string} name the script's name in package.json
 * @param {{ folder: string, node: string, capture?: boolean, args?: string }} how
 * @returns {Promise<{ code: number, output: string }>} output is empty unless captured
 */
export const runScript = (name, { folder, node, capture = false, args = '' }) => {
  const command = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts[name]
  if (!command) throw new Error(`package.json has no script "${name}".`)
  const path = [dirname(node), join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // exec replaces the shell, so that a signal reaches the program.
  const line = `${command.includes('&&') ? '' : 'exec '}${command} ${args}`
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, PATH: path },
  })
  running.add(child)
  const chunks = []
  child.stdout?.on('data', chunk => chunks.push(chunk))
  child.stderr?.on('data', chunk => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}
