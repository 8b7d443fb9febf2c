/** A real bundler on a dev chain: alto, a program of its own. */
import { spawn } from 'node:child_process'
import { createTestClient, http, parseEther, toHex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { pathInBox } from './bundlerBox.ts'

/** A running bundler. */
export type Bundler = {
  readonly url: string
  /** Ends the process; resolves once it is gone. */
  stop(): Promise<void>
}

/** Runs a program and ends it when this process closes the pipe or dies, as `startAnvil` does. */
const GUARD = 'exec 3<&0; "$@" </dev/null & child=$!; { cat <&3; kill "$child"; } >/dev/null 2>&1 & wait "$child"'

/** How long a bundler may take to listen, in ms. It takes 6,000 on an idle machine. */
const START_LIMIT_MS = 90_000

/** Published with every dev chain. */
const DEV_WORDS = 'test test test test test test test test test test test junk'
/** None of those with which a dev chain begins: what these send would get in the way of whoever sends for those. */
const executor = mnemonicToAccount(DEV_WORDS, { addressIndex: 20 })
const utility = mnemonicToAccount(DEV_WORDS, { addressIndex: 21 })
const keyOf = (account: typeof executor) => toHex(account.getHdKey().privateKey ?? new Uint8Array())

/**
 * Starts a bundler for EntryPoint 0.7 on `rpcUrl`, which must be a dev chain with `placeSmartAccounts`; the accounts that it pays with are
 * given money. Resolves once it listens; rejects with what it said.
 */
export async function startBundler(parameters: { rpcUrl: string; port?: number | undefined }): Promise<Bundler> {
  const chain = createTestClient({ mode: 'anvil', transport: http(parameters.rpcUrl) })
  for (const { address } of [executor, utility]) await chain.setBalance({ address, value: parseEther('1000') })
  const flags: Readonly<Record<string, string>> = {
    entrypoints: entryPoint07Address,
    'executor-private-keys': keyOf(executor),
    'utility-private-key': keyOf(utility),
    'rpc-url': parameters.rpcUrl,
    port: String(parameters.port ?? 0),
    // Its checks of what code an operation touches need a tracer that anvil has not.
    'safe-mode': 'false',
    'log-level': 'info',
    'block-time': '100',
    'min-bundle-interval': '50',
    'max-bundle-interval': '200',
    'block-number-cache-ttl': '200',
  }
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      GUARD,
      'alto',
      process.execPath,
      pathInBox('@pimlico/alto/esm/cli/alto.js'),
      'run',
      ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { detached: true, env: { ...process.env, NODE_ENV: 'production' } },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.stdin.end()
      reject(new Error(`The bundler did not listen within ${START_LIMIT_MS} ms. It said: ${said}`))
    }, START_LIMIT_MS)
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4_000)
      const listening = /Server listening at http:\/\/[^\s"]*:(\d+)/.exec(said)
      if (!listening) return
      clearTimeout(limit)
      resolve(Number(listening[1]))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(limit)
      reject(new Error(`The bundler ended before it listened. It said: ${said}`))
    })
  })
  child.stdin.on('error', () => undefined)
  return {
    url: `http://127.0.0.1:${port}/rpc`,
    stop: () => {
      child.stdin.end()
      return ended
    },
  }
}
