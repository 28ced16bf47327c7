/** `npm run schedules [-- 10000]`: runs that many schedules (test/schedules/schedules.test.ts) on a database of their own. */
import { spawn } from 'node:child_process'

const [count = '10000'] = process.argv.slice(2)
spawn('vitest', ['run', 'test/schedules/schedules.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_SCHEDULES: count },
}).on('exit', code => process.exit(code ?? 1))
