/**
 * A Solana chain on loopback: the real runtime with its programs (litesvm) behind JSON-RPC over HTTP, as sites and wallets
 * ask nodes. It is a simulator: no forks, no leaders, no market for fees, no finality. For tests and demos.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Transaction,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintDecoder,
  getMintSize,
  getMintToInstruction,
  getTokenDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

/** The newer token program. */
export const TOKEN_2022_PROGRAM_ADDRESS = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

/** A running chain. */
export type SolanaChain = {
  readonly url: string
  readonly port: number
  readonly genesisHash: string
  /** JSON-RPC methods that were asked, in order. */
  readonly asked: readonly string[]
  /** Gives an address SOL, in lamports. */
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
    readonly program?: Address | undefined
    /** What the mint keeps of each transfer, in hundredths of a percent. Token-2022 alone. */
    readonly feeBasisPoints?: number | undefined
  }): Promise<string>
  /** Moves tokens that the faucet may move, or SOL of the faucet, in one transaction that it pays for. */
  pay(instructions: readonly Instruction[]): Promise<void>
  /** The account that pays for everything here. */
  readonly faucet: KeyPairSigner
  /** Lets so many blocks pass, in which nothing happens. */
  passBlocks(count: number): void
  /** Lets every blockhash that was given out so far expire, as 150 blocks do. */
  expire(): void
  stop(): Promise<void>
}

/** How many of the last blockhashes are good. Source: Solana, `MAX_RECENT_BLOCKHASHES` halved for processing. */
const BLOCKHASHES = 150

/** Source: the display texts of Solana's `TransactionError`, by litesvm's numbers. */
const ERROR_NAMES: Readonly<Record<number, readonly [name: string, text: string]>> = {
  2: ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  4: ['InsufficientFundsForFee', 'Insufficient funds for fee'],
  6: ['AlreadyProcessed', 'This transaction has already been processed'],
  7: ['BlockhashNotFound', 'Blockhash not found'],
  11: ['SignatureFailure', 'Transaction did not pass signature verification'],
}

/** Bytes of a mint that keeps a fee: a token account's, one for its kind, type and length, and the extension. Source: Token-2022, `TransferFeeConfig`. */
const FEE_MINT_SIZE = 165n + 1n + 4n + 108n

/** `InitializeTransferFeeConfig` without authorities, and without a most. */
function toFeeInstruction(mint: Address, programAddress: Address, basisPoints: number): Instruction {
  const data = Uint8Array.from([26, 0, 0, 0, basisPoints & 255, basisPoints >> 8, ...new Uint8Array(8).fill(255)])
  return { programAddress, accounts: [{ address: mint, role: AccountRole.WRITABLE }], data }
}

type Balances = { readonly lamports: readonly bigint[]; readonly tokens: readonly object[] }

/** What a node keeps of a transaction, as far as histories are read from it. */
type LandedTransaction = {
  readonly signature: string
  readonly slot: bigint
  readonly blockTime: number
  readonly err: unknown
  readonly keys: readonly string[]
  readonly before: Balances
  readonly after: Balances
}

class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Starts a chain on 127.0.0.1, on any free port unless one is given. */
export async function startSolanaChain(
  options: {
    port?: number | undefined
    /** Another chain's, to play that chain. */
    genesisHash?: string | undefined
  } = {},
): Promise<SolanaChain> {
  const genesisHash = options.genesisHash ?? '7GVgLatchkeySoLoca1Cha1nForTestsXXXXXXXXXXXX'
  // Its own check knows the newest blockhash alone; ours knows the last 150, as validators do.
  const svm = new LiteSVM().withTransactionHistory(100_000n).withBlockhashCheck(false)
  let slot = 1n
  let hashes: readonly string[] = []
  const landed = new Map<string, bigint>()
  /** Every transaction that landed, oldest first: litesvm keeps no index of its own. */
  const past: LandedTransaction[] = []
  const asked: string[] = []
  const faucet = await generateKeyPairSigner()
  svm.warpToSlot(slot)

  const base58 = { encode: getBase58Decoder(), decode: getBase58Encoder() }
  const base64 = { encode: getBase64Decoder(), decode: getBase64Encoder() }
  const withContext = (value: unknown) => ({ context: { apiVersion: '3.0.0', slot }, value })

  function takeBlockhash(): string {
    svm.expireBlockhash()
    const hash = svm.latestBlockhash()
    hashes = [...hashes, hash].slice(-BLOCKHASHES)
    return hash
  }

  function readTransaction(text: unknown, encoding: unknown) {
    try {
      const bytes = (encoding === 'base64' ? base64 : base58).decode.encode(String(text))
      const transaction = getTransactionDecoder().decode(bytes)
      const { lifetimeToken } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
      return { transaction, blockhash: lifetimeToken }
    } catch {
      throw new RpcError(-32602, 'failed to deserialize solana_transaction::versioned::VersionedTransaction')
    }
  }

  /** Runs a transaction and notes what it changed, by every account that it names. */
  function apply(transaction: Transaction) {
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const keys = staticAccounts.map(String)
    const [first] = Object.values(transaction.signatures)
    const before = readBalances(keys)
    const result = svm.sendTransaction(transaction)
    slot += 1n
    svm.warpToSlot(slot)
    const failed = result instanceof FailedTransactionMetadata ? describe(result) : undefined
    past.push({
      signature: first ? base58.encode.decode(first) : '',
      slot,
      blockTime: Math.floor(Date.now() / 1000),
      err: failed?.err ?? null,
      keys,
      before,
      after: readBalances(keys),
    })
    return result
  }

  function readBalances(keys: readonly string[]): Balances {
    return {
      lamports: keys.map((each) => svm.getBalance(address(each)) ?? 0n),
      tokens: keys.flatMap((each, accountIndex) => {
        const account = svm.getAccount(address(each))
        if (!account.exists) return []
        const parsed = parseToken(account.programAddress, account.data as Uint8Array)?.parsed.info
        if (parsed === undefined) return []
        const { mint, owner, tokenAmount } = parsed
        return [{ accountIndex, mint, owner, programId: account.programAddress, uiTokenAmount: tokenAmount }]
      }),
    }
  }

  function listSignatures(who: string, { limit = 1000, before }: { limit?: number; before?: string } = {}) {
    const end = before === undefined ? past.length : past.findIndex(({ signature }) => signature === before)
    return past
      .slice(0, Math.max(0, end))
      .filter(({ keys }) => keys.includes(who))
      .reverse()
      .slice(0, limit)
      .map(({ signature, slot: at, err, blockTime }) => ({
        signature,
        slot: at,
        err,
        blockTime,
        memo: null,
        confirmationStatus: 'finalized',
      }))
  }

  function tellTransaction(id: string) {
    const found = past.find(({ signature }) => signature === id)
    if (found === undefined) return null
    const { before, after } = found
    return {
      slot: found.slot,
      blockTime: found.blockTime,
      version: 0,
      meta: {
        err: found.err,
        fee: 5_000,
        preBalances: before.lamports,
        postBalances: after.lamports,
        preTokenBalances: before.tokens,
        postTokenBalances: after.tokens,
        logMessages: [],
        innerInstructions: [],
      },
      transaction: {
        signatures: [found.signature],
        message: { accountKeys: found.keys.map((pubkey) => ({ pubkey })), instructions: [] },
      },
    }
  }

  function send(
    text: unknown,
    { encoding, skipPreflight }: { encoding?: unknown; skipPreflight?: unknown } = {},
  ): string {
    const { transaction, blockhash } = readTransaction(text, encoding)
    const [signature] = Object.values(transaction.signatures)
    const id = signature ? base58.encode.decode(signature) : ''
    if (!hashes.includes(blockhash) && !landed.has(id)) throw refuse('BlockhashNotFound', 'Blockhash not found', [])
    // What fails while it is tried out is not sent; what is sent untried fails on the chain, and is kept there.
    if (skipPreflight !== true) {
      const tried = svm.simulateTransaction(transaction)
      if (tried instanceof FailedTransactionMetadata) throw refuseBy(tried)
    }
    const result = apply(transaction)
    if (result instanceof FailedTransactionMetadata && skipPreflight !== true) throw refuseBy(result)
    landed.set(id, slot)
    return id
  }

  function simulate(
    text: unknown,
    {
      encoding,
      sigVerify,
      accounts,
    }: { encoding?: unknown; sigVerify?: unknown; accounts?: { addresses: readonly string[] } } = {},
  ) {
    const { transaction } = readTransaction(text, encoding)
    svm.withSigverify(sigVerify === true)
    const result = svm.simulateTransaction(transaction)
    svm.withSigverify(true)
    const failed = result instanceof FailedTransactionMetadata ? describe(result) : undefined
    const logs = result.meta().logs()
    const unitsConsumed = result.meta().computeUnitsConsumed()
    return { err: failed?.err ?? null, logs, unitsConsumed, accounts: accounts && !failed ? readAfter() : null }

    function readAfter() {
      if (result instanceof FailedTransactionMetadata) return null
      const after = new Map(result.postAccounts().map((each) => [String(each.address), each]))
      return accounts?.addresses.map((each) => {
        const found = after.get(each)
        if (!found) return readAccount(each, { encoding: 'base64' })
        if (found.lamports === 0n) return null
        const { lamports: amount, programAddress: owner, data } = found
        return { lamports: amount, owner, data: [base64.encode.decode(data as Uint8Array), 'base64'] }
      })
    }
  }

  function readAccount(text: unknown, { encoding }: { encoding?: unknown } = {}) {
    const account = svm.getAccount(address(String(text)))
    if (!account.exists) return null
    const { data, programAddress: owner, executable, lamports: amount } = account
    const parsed = encoding === 'jsonParsed' ? parseToken(owner, data as Uint8Array) : undefined
    return {
      lamports: amount,
      owner,
      executable,
      rentEpoch: 2n ** 64n - 1n,
      space: data.length,
      data:
        parsed ??
        (encoding === 'base58' ? [base58.encode.decode(data), encoding] : [base64.encode.decode(data), 'base64']),
    }
  }

  function parseToken(owner: string, data: Uint8Array) {
    if ((owner !== TOKEN_PROGRAM_ADDRESS && owner !== TOKEN_2022_PROGRAM_ADDRESS) || data.length < 165) return undefined
    // A mint with extensions is as long, and says behind that what it is.
    if (data[165] === 1) return undefined
    const { mint, owner: holder, amount } = getTokenDecoder().decode(data)
    const { decimals } = getMintDecoder().decode(readData(mint))
    const tokenAmount = { amount: String(amount), decimals, uiAmountString: String(Number(amount) / 10 ** decimals) }
    const info = { mint, owner: holder, state: 'initialized', isNative: false, tokenAmount }
    return { program: 'spl-token', space: data.length, parsed: { type: 'account', info } }
  }

  function readData(text: string): Uint8Array {
    const account = svm.getAccount(address(text))
    return account.exists ? (account.data as Uint8Array) : new Uint8Array()
  }

  type Parameters = readonly unknown[]
  const methods: Readonly<Record<string, (parameters: Parameters) => unknown>> = {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: () => slot,
    getBlockHeight: () => slot,
    getBalance: ([owner]) => withContext(svm.getBalance(address(String(owner))) ?? 0n),
    getLatestBlockhash: () => withContext({ blockhash: takeBlockhash(), lastValidBlockHeight: slot + 150n }),
    isBlockhashValid: ([hash]) => withContext(hashes.includes(String(hash))),
    getMinimumBalanceForRentExemption: ([length]) => svm.minimumBalanceForRentExemption(BigInt(Number(length))),
    // One signature costs 5000 lamports; there is no market here that would ask for more.
    getFeeForMessage: ([message]) => withContext(5_000 * (base64.decode.encode(String(message))[0] ?? 0)),
    getRecentPrioritizationFees: () => [],
    getAccountInfo: ([text, config]) => withContext(readAccount(text, config as object)),
    getMultipleAccounts: ([list, config]) =>
      withContext((list as readonly string[]).map((text) => readAccount(text, config as object))),
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const { mint, programId = TOKEN_PROGRAM_ADDRESS } = filter as { mint?: string; programId?: string }
      const accounts = svm
        .getProgramAccounts(address(programId))
        .filter(({ data }) => data.length >= 165)
        .filter(({ data }) => {
          const token = getTokenDecoder().decode(data)
          return token.owner === owner && (mint === undefined || token.mint === mint)
        })
      return withContext(
        accounts.map((account) => ({
          pubkey: account.address,
          account: readAccount(account.address, config as object),
        })),
      )
    },
    requestAirdrop: ([owner, amount]) => {
      const result = svm.airdrop(address(String(owner)), lamports(BigInt(Number(amount))))
      if (!result || result instanceof FailedTransactionMetadata) throw new RpcError(-32603, 'the faucet is empty')
      const id = base58.encode.decode(result.signature())
      landed.set(id, slot)
      return id
    },
    simulateTransaction: ([text, config]) => withContext(simulate(text, config as object)),
    sendTransaction: ([text, config]) => send(text, config as object),
    getSignaturesForAddress: ([who, config]) => listSignatures(String(who), (config ?? {}) as object),
    getTransaction: ([id]) => tellTransaction(String(id)),
    getSignatureStatuses: ([ids]) =>
      withContext(
        (ids as readonly string[]).map((id) => {
          const at = landed.get(id)
          return at === undefined
            ? null
            : { slot: at, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' }
        }),
      ),
  }

  function answer(call: { id?: unknown; method?: string; params?: Parameters }): unknown {
    asked.push(String(call.method))
    try {
      const run = methods[String(call.method)]
      if (!run) throw new RpcError(-32601, 'Method not found')
      return { jsonrpc: '2.0', id: call.id, result: run(call.params ?? []) }
    } catch (error) {
      const { code = -32603, message, data } = error as Partial<RpcError>
      return { jsonrpc: '2.0', id: call.id, error: { code, message, data } }
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

  /** Carries out calls paid by the faucet. */
  async function carryOut(instructions: readonly Instruction[]): Promise<void> {
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(faucet, message),
        (message) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot + 150n },
            message,
          ),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    )
    const result = apply(transaction)
    svm.expireBlockhash()
    if (result instanceof FailedTransactionMetadata)
      throw new Error(`${result.err()}\n${result.meta().logs().join('\n')}`)
  }

  const fund = (owner: string, amount: bigint): void => void svm.airdrop(address(owner), lamports(amount))
  fund(faucet.address, 10n ** 12n)

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    genesisHash,
    asked,
    fund,
    getLamports: (owner) => svm.getBalance(address(owner)) ?? 0n,
    async getTokens(owner, mint) {
      const account = svm.getAccount(address(mint))
      const tokenProgram = account.exists ? account.programAddress : TOKEN_PROGRAM_ADDRESS
      const [own] = await findAssociatedTokenPda({ owner: address(owner), mint: address(mint), tokenProgram })
      const data = readData(own)
      return data.length > 0 ? getTokenDecoder().decode(data).amount : undefined
    },
    async createToken({ decimals, owner, amount, program = TOKEN_PROGRAM_ADDRESS, feeBasisPoints }) {
      const mint: KeyPairSigner = await generateKeyPairSigner()
      const space = feeBasisPoints === undefined ? BigInt(getMintSize()) : FEE_MINT_SIZE
      const [token] = await findAssociatedTokenPda({ owner: address(owner), mint: mint.address, tokenProgram: program })
      const by = { programAddress: program }
      await carryOut([
        getCreateAccountInstruction({
          payer: faucet,
          newAccount: mint,
          lamports: lamports(svm.minimumBalanceForRentExemption(space)),
          space,
          programAddress: program,
        }),
        ...(feeBasisPoints === undefined ? [] : [toFeeInstruction(mint.address, program, feeBasisPoints)]),
        getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: faucet.address }, by),
        getCreateAssociatedTokenIdempotentInstruction({
          payer: faucet,
          ata: token,
          owner: address(owner),
          mint: mint.address,
          tokenProgram: program,
        }),
        getMintToInstruction({ mint: mint.address, token, mintAuthority: faucet, amount }, by),
      ])
      return mint.address
    },
    pay: carryOut,
    faucet,
    passBlocks(count) {
      slot += BigInt(count)
      svm.warpToSlot(slot)
    },
    expire() {
      hashes = []
      svm.expireBlockhash()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The runtime's refusal as nodes word it. */
function describe(failed: FailedTransactionMetadata): { readonly err: unknown; readonly text: string } {
  const error = failed.err()
  if (typeof error === 'number') {
    const [name, text] = ERROR_NAMES[error] ?? ['SanitizeFailure', `transaction error ${error}`]
    return { err: name, text }
  }
  if ('accountIndex' in error) {
    const text = `Transaction results in an account (${error.accountIndex}) with insufficient funds for rent`
    return { err: { InsufficientFundsForRent: { account_index: error.accountIndex } }, text }
  }
  if (!('err' in error)) return { err: 'DuplicateInstruction', text: 'Transaction contains a duplicate instruction' }
  const inner = error.err()
  const code = typeof inner === 'object' && 'code' in inner ? inner.code : undefined
  return {
    err: { InstructionError: [error.index, code === undefined ? String(inner) : { Custom: code }] },
    text: `Error processing Instruction ${error.index}: ${code === undefined ? String(inner) : `custom program error: 0x${code.toString(16)}`}`,
  }
}

function refuseBy(failed: FailedTransactionMetadata): RpcError {
  const { err, text } = describe(failed)
  return refuse(err, text, failed.meta().logs())
}

function refuse(err: unknown, text: string, logs: readonly string[]): RpcError {
  return new RpcError(-32002, `Transaction simulation failed: ${text}`, { err, logs, unitsConsumed: 0 })
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
