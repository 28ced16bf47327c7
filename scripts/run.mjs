/**
 * Runs a command of package.json that is a TypeScript file, after the set-up that it needs:
 * `node scripts/run.mjs [--build] FILE [argument …]`. With --build the pages are built first.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureBuild, ensureDependencies, exitOnSetupError, pathOfNode24 } from './setup.mjs'

const builds = process.argv[2] === '--build'
const command = process.argv.slice(builds ? 3 : 2)

await exitOnSetupError(async () => {
  ensureDependencies()
  if (builds) ensureBuild()
  const child = spawn(pathOfNode24(), ['--disable-warning=ExperimentalWarning', ...command], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
})
