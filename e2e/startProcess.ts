import { spawn } from 'node:child_process'

/** How long a process may take until it is ready, in ms: on a busy machine the pages alone take minutes to build. */
const START_LIMIT_MS = 420_000

/**
 * Starts one of our programs in a process of its own, because it runs our TypeScript by the `@latchkey/source` condition, which
 * the test runner's loader does not know. Resolves with what it wrote in its line `READY {json}`, and with the way to end it; it
 * also ends by itself when this process dies, which closes its input.
 */
export async function startProcess<Ready>(
  file: string,
  ...parameters: readonly string[]
): Promise<{ readonly ready: Ready; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', '--import', 'tsx', file, ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = (): Promise<void> => {
    child.stdin.end()
    return ended
  }
  const ready = await new Promise<Ready>((resolve, reject) => {
    const limit = setTimeout(() => {
      void stop()
      reject(new Error(`${file} was not ready within ${START_LIMIT_MS} ms.`))
    }, START_LIMIT_MS)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const line = /^READY (.*)\n/m.exec(said)?.[1]
      if (!line) return
      clearTimeout(limit)
      resolve(JSON.parse(line) as Ready)
    })
    child.once('exit', (code) => {
      clearTimeout(limit)
      reject(new Error(`${file} ended with code ${code} before it was ready.`))
    })
  })
  return { ready, stop }
}

/** The other side: says once that this process is ready, and ends it after `stop` once its input is closed. */
export function runProcess<Ready>(start: (stops: (() => Promise<unknown>)[]) => Promise<Ready>): void {
  const stops: (() => Promise<unknown>)[] = []
  // First of all, so that a test run that is killed while this starts leaves nothing behind either.
  process.stdin.resume()
  process.stdin.once('close', () => {
    void Promise.allSettled(stops.splice(0).map((stop) => stop())).finally(() => process.exit(0))
  })
  start(stops).then(
    (ready) => process.stdout.write(`READY ${JSON.stringify(ready)}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
}
