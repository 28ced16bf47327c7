/**
 * `npm start`: sets the machine up, runs the sandbox and the server, and exits with the server. The server prints
 * its own address and which partners are sandboxes, since only it knows its configuration.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from './sandbox-process.mjs'
import { memoryEnvironment, nodeFlags } from './server-process.mjs'
import { ensureBuild, ensureDependencies, node24, orExplain, root } from './setup.mjs'

await orExplain(async () => {
  ensureDependencies()
  await ensureBuild()
  const environment = {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openroad/compile'),
    ...memoryEnvironment,
    ...process.env,
  }
  const sandbox = await startSandbox(node24(), environment).catch(error => {
    console.error(`The sandbox could not be started: ${error.message}`)
    return process.exit(1)
  })
  const server = spawn(node24(), [...nodeFlags, 'server/main.ts'], {
    cwd: root,
    // The fourth is a channel that closes when this process dies, however it dies: the server's sign to stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ...(sandbox && { SANDBOX_URL: sandbox.origin }) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('error', error => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  let sandboxEnded = false
  server.on('exit', (code, signal) =>
    process.exit(sandboxEnded ? 1 : (code ?? 128 + constants.signals[signal])),
  )
  sandbox?.child.on('exit', (code, signal) => {
    sandboxEnded = true
    console.error(`The sandbox ended (${code ?? signal}), so the server is stopped.`)
    server.kill('SIGTERM')
  })

  // If npm is killed with SIGKILL, the new parent of this process is the only sign of it.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1000).unref()
  }
})
