import { readFileSync } from 'node:fs'
import { runCli, type Surroundings } from './cli.ts'
import { compileWasmOnce } from './compileWasmOnce.ts'

/** Runs one of the package's programs with what this process has: its arguments, environment, output and signals. */
export async function runProgram(program: Surroundings['program']): Promise<void> {
  compileWasmOnce()
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const stopAsked = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  process.exitCode = await runCli({
    program,
    argv: process.argv.slice(2),
    environment: process.env,
    version: manifest.version,
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    stopAsked,
    now: () => Date.now(),
  })
}
