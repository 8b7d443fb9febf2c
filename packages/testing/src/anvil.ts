import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** A running EVM dev chain on loopback. */
export type Anvil = {
  readonly url: string
  readonly port: number
  readonly chainId: number
  /** Ends the process; resolves once it is gone. */
  stop(): Promise<void>
}

/**
 * Runs a program and ends it when this process closes the pipe or dies, however it dies: the kernel closes the pipe
 * for us, so that not even `kill -9` leaves the program behind.
 */
const GUARD = 'exec 3<&0; "$@" </dev/null & child=$!; { cat <&3; kill "$child"; } >/dev/null 2>&1 & wait "$child"'

/** How long a chain may take to listen, in ms. It takes 200 on an idle machine. */
const START_LIMIT_MS = 50_000

/**
 * Starts anvil on 127.0.0.1 and resolves once it listens. Takes any free port unless one is given; rejects with what
 * anvil said when it could not start.
 */
export async function startAnvil(
  options: {
    chainId?: number | undefined
    port?: number | undefined
    blockTimeSeconds?: number | undefined
    /** The time of the chain's first block, in Unix seconds; its clock goes on from there. Default: now. */
    startsAt?: number | undefined
  } = {},
): Promise<Anvil> {
  const chainId = options.chainId ?? 31_337
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`,
  )
  const parameters = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--chain-id', String(chainId)]
  if (options.startsAt !== undefined) parameters.push('--timestamp', String(options.startsAt))
  if (options.blockTimeSeconds !== undefined) parameters.push('--block-time', String(options.blockTimeSeconds))

  const child = spawn('/bin/sh', ['-c', GUARD, 'anvil', program, ...parameters], { detached: true })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.stdin.end()
      reject(new Error(`anvil did not listen within ${START_LIMIT_MS} ms. It said: ${said}`))
    }, START_LIMIT_MS)
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4_000)
      const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)
      if (!listening) return
      clearTimeout(limit)
      resolve(Number(listening[1]))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(limit)
      reject(new Error(`anvil ended before it listened. It said: ${said}`))
    })
  })
  child.stdin.on('error', () => undefined)

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    chainId,
    stop: () => {
      child.stdin.end()
      return ended
    },
  }
}
