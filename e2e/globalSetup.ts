import { spawn } from 'node:child_process'
import { STACK_VARIABLE } from './stack.ts'

/** How long the stack may take to build and start, in ms. */
const START_LIMIT_MS = 420_000

/**
 * Starts the whole stack in a process of its own, because it runs our TypeScript by the `@latchkey/source` condition, which the
 * test runner's loader does not know. Returns the way to end it; it also ends by itself when this process dies.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', '--import', 'tsx', 'e2e/serve.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.env[STACK_VARIABLE] = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.stdin.end()
      reject(new Error(`The stack did not start within ${START_LIMIT_MS} ms.`))
    }, START_LIMIT_MS)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const line = /^STACK (.*)\n/m.exec(said)?.[1]
      if (!line) return
      clearTimeout(limit)
      resolve(line)
    })
    child.once('exit', (code) => {
      clearTimeout(limit)
      reject(new Error(`The stack ended with code ${code} before it was ready.`))
    })
  })
  return () => {
    child.stdin.end()
    return ended
  }
}
