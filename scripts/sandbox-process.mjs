/** Starts the sandbox process for `npm start` if a partner is not configured. */
import { spawn } from 'node:child_process'
import { root } from './setup.mjs'

const sandboxKinds = [undefined, '', 'sandbox', 'stripe-sandbox']

/** True if a server with these settings needs a sandbox that is not running yet. */
const needsSandbox = env =>
  !env.SANDBOX_URL &&
  (['PAYMENT', 'VEHICLE', 'ADDRESS'].some(name => sandboxKinds.includes(env[name])) ||
    env.INSURER === 'sandbox' ||
    !env.SMTP_URL)

/** A fixed port, so that an open payment page survives a restart. Throws if another setting names it. */
export function sandboxPort(env) {
  const { SANDBOX_PORT, PORT } = env
  if (SANDBOX_PORT && !/^\d+$/.test(SANDBOX_PORT))
    throw new Error(`SANDBOX_PORT is '${SANDBOX_PORT}'; it is a whole number.`)
  // The server rejects an invalid PORT itself.
  const port = SANDBOX_PORT || (Number(PORT || '8080') > 0 ? String(Number(PORT || '8080') + 1) : '0')
  for (const name of ['METRICS_PORT', 'REPORT_PORT'])
    if (port !== '0' && env[name] === port)
      throw new Error(`${name} is ${port}, the sandbox's port: set ${name} or SANDBOX_PORT to another port.`)
  return port
}

/** Resolves with the process and the URL once the sandbox listens; null if none is needed. */
export async function startSandbox(node, env) {
  if (!needsSandbox(env)) return null
  const options = { port: sandboxPort(env), folder: env.DATA_DIR, idempotency: env.INSURER_IDEMPOTENCY }
  const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, value] : []))
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', ...given], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
    // Ctrl-C must not reach it, because the server may need a partner while it shuts down.
    detached: true,
  })
  const origin = await new Promise((resolve, reject) => {
    const onExit = code => reject(new Error(`it ended with ${code}`))
    child.once('exit', onExit)
    child.once('error', reject)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message.origin)
    })
  })
  return { child, origin }
}
