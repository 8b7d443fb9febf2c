/** A Solana chain on loopback, as sites and wallets ask nodes: JSON-RPC over HTTP. For tests and the demo. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SolanaInstruction } from '../../../latchkey/src/adapters/solana/wire.ts'
import {
  createAccount,
  FEE_MINT_SIZE,
  findTokenAccount,
  initializeMint,
  keepFee,
  METADATA_PROGRAM,
  MINT_SIZE,
  mintTokens,
  openTokenAccount,
  TOKEN_PROGRAM,
  writeMetadata,
} from './calls.ts'
import { createLedger } from './createLedger.ts'
import { createRpcMethods, RpcError } from './createRpcMethods.ts'
import { loadRuntime, type RuntimePackage } from './loadRuntime.ts'
import { createSolanaKey, decode58, encode58, type SolanaKey } from './values.ts'

/** A running chain. */
export type SolanaChain = {
  readonly url: string
  readonly port: number
  readonly genesisHash: string
  /** JSON-RPC methods that were asked, in order. */
  readonly asked: readonly string[]
  /** Gives an address SOL, in lamports. No transaction tells of it. */
  fund(address: string, amount: bigint): void
  getLamports(address: string): bigint
  /** What an address holds of a token in its associated account, in base units; undefined without such an account. */
  getTokens(owner: string, mint: string): Promise<bigint | undefined>
  /** Makes a token and gives all of it to an address. Resolves with the mint. */
  createToken(options: {
    readonly decimals: number
    readonly owner: string
    readonly amount: bigint
    /** Default: the first token program. */
    readonly program?: string | undefined
    /** What the mint keeps of each transfer, in hundredths of a percent. Token-2022 alone. */
    readonly feeBasisPoints?: number | undefined
    /** What the mint's metadata account says. Default: there is none. */
    readonly text?: { readonly name: string; readonly symbol: string } | undefined
  }): Promise<string>
  /** Carries out calls that the first key pays for; throws where the runtime refuses. Gives the signature. */
  carryOut(signers: readonly [SolanaKey, ...SolanaKey[]], instructions: readonly SolanaInstruction[]): string
  /** Has SOL, and pays for the tokens that are made here. */
  readonly faucet: SolanaKey
  /** When the next transactions happen, in seconds since 1970; undefined is now. */
  setTime(seconds: number | undefined): void
  /** Lets so many blocks pass, in which nothing happens. */
  passBlocks(count: number): void
  /** Lets every blockhash that was given out so far expire, as 150 blocks do. */
  expire(): void
  stop(): Promise<void>
}

/** Starts a chain on 127.0.0.1, on any free port unless one is given. Rejects where the runtime is not installed. */
export async function startSolanaChain(
  options: {
    port?: number | undefined
    /** Another chain's, to play that chain. */
    genesisHash?: string | undefined
    runtime?: RuntimePackage | undefined
  } = {},
): Promise<SolanaChain> {
  const genesisHash = options.genesisHash ?? '7GVgLatchkeySoLoca1Cha1nForTestsXXXXXXXXXXXX'
  const runtime = options.runtime ?? loadRuntime()
  if (runtime === undefined) throw new Error('Solana needs litesvm: npm ci --prefix tests/solana')
  const ledger = createLedger(runtime)
  const methods = createRpcMethods(ledger, genesisHash)
  const asked: string[] = []
  const faucet = createSolanaKey()

  function answer(call: { id?: unknown; method?: string; params?: readonly unknown[] }): unknown {
    asked.push(String(call.method))
    try {
      const run = methods[String(call.method)]
      if (!run) throw new RpcError(-32601, 'Method not found')
      return { jsonrpc: '2.0', id: call.id, result: run(call.params ?? []) }
    } catch (error) {
      const { code = -32603, message, data } = error as Partial<RpcError>
      // What the runtime throws names its kind by a word.
      return { jsonrpc: '2.0', id: call.id, error: { code: Number.isInteger(code) ? code : -32603, message, data } }
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'POST') return void response.end()
    try {
      const body = JSON.parse(await readBody(request)) as object
      response.end(writeJson(Array.isArray(body) ? body.map(answer) : answer(body)))
    } catch {
      response.statusCode = 400
      response.end('{}')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  const fund = (owner: string, amount: bigint): void => void ledger.svm.airdrop(decode58(owner), amount)
  fund(faucet.address, 10n ** 12n)

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    genesisHash,
    asked,
    fund,
    faucet,
    getLamports: ledger.getLamports,
    carryOut: ledger.carryOut,
    setTime: ledger.setTime,
    passBlocks: ledger.passBlocks,
    expire: ledger.expire,
    async getTokens(owner, mint) {
      const program = ledger.getAccount(mint)?.owner()
      const own = ledger.getAccount(findTokenAccount(owner, mint, program ? encode58(program) : TOKEN_PROGRAM))
      const token = own === null ? undefined : ledger.parseToken(own)
      return token && BigInt(token.tokenAmount.amount)
    },
    async createToken({ decimals, owner, amount, program = TOKEN_PROGRAM, feeBasisPoints, text }) {
      const key = createSolanaKey()
      const mint = key.address
      const space = feeBasisPoints === undefined ? MINT_SIZE : FEE_MINT_SIZE
      const rent = ledger.svm.minimumBalanceForRentExemption(space)
      ledger.carryOut(
        [faucet, key],
        [
          createAccount({ payer: faucet.address, account: mint, lamports: rent, space, program }),
          ...(feeBasisPoints === undefined ? [] : [keepFee(mint, program, feeBasisPoints)]),
          initializeMint(mint, program, decimals, faucet.address),
          openTokenAccount(faucet.address, owner, mint, program),
          mintTokens(mint, program, owner, faucet.address, amount),
        ],
      )
      if (text !== undefined) {
        // Metaplex's program is not part of the runtime, so what it would have written is put there.
        const { address, data } = writeMetadata(mint, text.name, text.symbol)
        const lamports = ledger.svm.minimumBalanceForRentExemption(BigInt(data.length))
        const account = new runtime.Account(lamports, data, decode58(METADATA_PROGRAM), false, 0n)
        ledger.svm.setAccount(decode58(address), account)
      }
      return mint
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** JSON with integers of any size, as nodes write u64. */
function writeJson(value: unknown): string {
  const marked = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `\u0000${part}` : part))
  return marked.replaceAll(/"\\u0000(\d+)"/g, '$1')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
