/** `npm start`: sets up the machine, prepares the database, runs the sandbox and the server, and exits with the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from './sandbox-process.mjs'
import { serverMemoryEnvironment, serverNodeFlags } from './server-node-flags.mjs'
import { ensureBuild, ensureDependencies, exitOnSetupError, pathOfNode24, root } from './setup.mjs'

const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/openroad/compile') }

/**
 * Starts a database unless DATABASE_URL is set, and migrates it; exits if that fails. The child process stops its
 * database if this process is killed.
 */
async function prepareDatabase() {
  const child = spawn(pathOfNode24(), ['--disable-warning=ExperimentalWarning', 'dev/prepare-database.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...compileCache, ...process.env },
  })
  const exited = once(child, 'exit')
  const [result] = await Promise.race([once(child, 'message'), exited])
  if (typeof result?.url !== 'string') process.exit(result ?? 1)
  return {
    url: result.url,
    async stop() {
      if (child.connected) child.send('stop')
      await exited
    },
  }
}

await exitOnSetupError(async () => {
  ensureDependencies()
  ensureBuild()
  console.log('Starting the server and what it needs.')
  const environment = {
    ...compileCache,
    ...serverMemoryEnvironment,
    ...process.env,
  }
  const [database, sandbox] = await Promise.all([
    prepareDatabase(),
    startSandbox(pathOfNode24(), environment).catch(error => {
      console.error(`The sandbox could not be started: ${error.message}`)
      return process.exit(1)
    }),
  ])
  const server = spawn(pathOfNode24(), [...serverNodeFlags, 'server/main.ts'], {
    cwd: root,
    // The channel closes when this process dies, which makes the server stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, DATABASE_URL: database.url, ...(sandbox && { SANDBOX_URL: sandbox.origin }) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('error', error => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  let sandboxEnded = false
  server.on('exit', async (code, signal) => {
    await database.stop()
    process.exit(sandboxEnded ? 1 : (code ?? 128 + constants.signals[signal]))
  })
  sandbox?.child.on('exit', (code, signal) => {
    sandboxEnded = true
    console.error(`The sandbox ended (${code ?? signal}), so the server is stopped.`)
    server.kill('SIGTERM')
  })

  // If npm is killed with SIGKILL, only the changed parent process shows it.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1000).unref()
  }
})
