/** Starts the sandbox as a process of its own, for `npm start`, when a partner of the server is not configured. */
import { spawn } from 'node:child_process'
import { root } from './setup.mjs'

const sandboxKinds = [undefined, '', 'sandbox', 'stripe-sandbox']

/** Whether a server with these settings calls a sandbox, and none that is running already. */
const needsSandbox = env =>
  !env.SANDBOX_URL &&
  (['PAYMENT', 'VEHICLE', 'ADDRESS'].some(name => sandboxKinds.includes(env[name])) ||
    env.INSURER === 'sandbox' ||
    !env.SMTP_URL)

/** A fixed port, so that an open payment page survives a restart. */
const sandboxPort = ({ SANDBOX_PORT, PORT = '8080' }) =>
  SANDBOX_PORT ?? (PORT === '0' ? '0' : String(Number(PORT) + 1))

/** Resolves when the sandbox listens, with its process and its address; null if none is needed. */
export async function startSandbox(node, env) {
  if (!needsSandbox(env)) return null
  const options = { port: sandboxPort(env), folder: env.DATA_DIR, knows: env.INSURER_KNOWS }
  const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, value] : []))
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', ...given], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
    // Ctrl-C does not reach it: the server may need a partner while it finishes its work.
    detached: true,
  })
  const origin = await new Promise((resolve, reject) => {
    child.once('message', message => resolve(message.origin))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`it ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  return { child, origin }
}
