/**
 * A Solana chain in this process: the real runtime with its programs, and what nodes keep beside it, an index of signatures and
 * of the balances before and after each transaction. It is a simulator: no forks, no leaders, no market for fees, no finality.
 */
import { encodeMessage, encodeTransaction, type SolanaInstruction } from '../../../latchkey/src/adapters/solana/wire.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './calls.ts'
import { describeFailure } from './describeFailure.ts'
import type { RuntimeAccount, RuntimeFailure, RuntimePackage } from './loadRuntime.ts'
import { type ReadTransaction, readTransaction } from './readTransaction.ts'
import { decode58, encode58, type SolanaKey } from './values.ts'

/** How many of the last blockhashes are good. Source: Solana, `MAX_RECENT_BLOCKHASHES` halved for processing. */
export const BLOCKHASHES = 150

/** What one token account holds, as nodes say it. */
export type ParsedToken = {
  readonly mint: string
  readonly owner: string
  readonly tokenAmount: { readonly amount: string; readonly decimals: number; readonly uiAmountString: string }
}

type Balances = { readonly lamports: readonly bigint[]; readonly tokens: readonly object[] }

/** What a node keeps of a transaction, as far as histories are read from it. */
export type LandedTransaction = {
  readonly signature: string
  readonly slot: bigint
  readonly blockTime: number
  readonly err: unknown
  readonly keys: readonly string[]
  readonly before: Balances
  readonly after: Balances
}

export type Ledger = ReturnType<typeof createLedger>

/** Makes a chain of one runtime. */
export function createLedger(runtime: RuntimePackage) {
  const { LiteSvm, FailedTransactionMetadata } = runtime
  const svm = new LiteSvm()
  svm.setTransactionHistory(100_000n)
  // Its own check knows the newest blockhash alone; ours knows the last 150, as validators do.
  svm.setBlockhashCheck(false)
  let slot = 1n
  let hashes: readonly string[] = []
  let time: number | undefined
  const landed = new Map<string, bigint>()
  /** Every transaction that landed, oldest first. */
  const past: LandedTransaction[] = []
  svm.warpToSlot(slot)

  const isFailure = (result: unknown): result is RuntimeFailure => result instanceof FailedTransactionMetadata
  const getAccount = (address: string): RuntimeAccount | null => svm.getAccount(decode58(address))
  const getLamports = (address: string): bigint => svm.getBalance(decode58(address)) ?? 0n

  /** A token account's owner, mint and amount; undefined for every other account. Source: SPL Token, `Account` and `Mint`. */
  function parseToken(account: RuntimeAccount): ParsedToken | undefined {
    const program = encode58(account.owner())
    const data = Buffer.from(account.data())
    if ((program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) || data.length < 165) return undefined
    // A mint with extensions is as long, and says behind that what it is.
    if (data[165] === 1) return undefined
    const mint = encode58(data.subarray(0, 32))
    const amount = data.readBigUInt64LE(64)
    const decimals = getAccount(mint)?.data()[44] ?? 0
    const tokenAmount = { amount: String(amount), decimals, uiAmountString: String(Number(amount) / 10 ** decimals) }
    return { mint, owner: encode58(data.subarray(32, 64)), tokenAmount }
  }

  function readBalances(keys: readonly string[]): Balances {
    return {
      lamports: keys.map(getLamports),
      tokens: keys.flatMap((each, accountIndex) => {
        const account = getAccount(each)
        const parsed = account === null ? undefined : parseToken(account)
        if (account === null || parsed === undefined) return []
        const { mint, owner, tokenAmount } = parsed
        return [{ accountIndex, mint, owner, programId: encode58(account.owner()), uiTokenAmount: tokenAmount }]
      }),
    }
  }

  /** Runs a transaction and notes what it changed, by every account that it names. */
  function apply({ bytes, isLegacy, signature, keys }: ReadTransaction) {
    const before = readBalances(keys)
    const result = isLegacy ? svm.sendLegacyTransaction(bytes) : svm.sendVersionedTransaction(bytes)
    slot += 1n
    svm.warpToSlot(slot)
    const err = isFailure(result) ? describeFailure(result).err : null
    const blockTime = time ?? Math.floor(Date.now() / 1000)
    past.push({ signature, slot, blockTime, err, keys, before, after: readBalances(keys) })
    return result
  }

  return {
    svm,
    isFailure,
    getAccount,
    getLamports,
    parseToken,
    apply,
    getSlot: () => slot,
    /** A blockhash that was not given out before. */
    takeBlockhash(): string {
      svm.expireBlockhash()
      const hash = svm.latestBlockhash()
      hashes = [...hashes, hash].slice(-BLOCKHASHES)
      return hash
    },
    isKnownHash: (hash: string): boolean => hashes.includes(hash),
    /** Lets every blockhash that was given out so far expire. */
    expire(): void {
      hashes = []
      svm.expireBlockhash()
    },
    passBlocks(count: number): void {
      slot += BigInt(count)
      svm.warpToSlot(slot)
    },
    /** When the next transactions happen, in seconds since 1970; undefined is now. */
    setTime(seconds: number | undefined): void {
      time = seconds
    },
    /** The slot in which a signature landed. */
    slotOf: (signature: string): bigint | undefined => landed.get(signature),
    land: (signature: string): void => void landed.set(signature, slot),
    findPast: (signature: string): LandedTransaction | undefined => past.find((each) => each.signature === signature),
    /** Transactions that name an account, newest first. */
    listPast(address: string, { limit = 1000, before }: { limit?: number; before?: string } = {}) {
      const end = before === undefined ? past.length : past.findIndex(({ signature }) => signature === before)
      return past
        .slice(0, Math.max(0, end))
        .filter(({ keys }) => keys.includes(address))
        .reverse()
        .slice(0, limit)
    },
    /** Carries out calls that the first key pays for. Throws what the runtime says where it refuses. */
    carryOut(signers: readonly [SolanaKey, ...SolanaKey[]], instructions: readonly SolanaInstruction[]): string {
      const [payer] = signers
      const message = encodeMessage({
        payer: payer.address,
        blockhash: svm.latestBlockhash(),
        instructions,
        version: 0,
      })
      // Signers stand first among the accounts, in an order that the message chose.
      const count = message[1] ?? 0
      const signatures = Array.from({ length: count }, (_, index) => {
        const address = encode58(message.subarray(5 + index * 32, 37 + index * 32))
        const key = signers.find((each) => each.address === address)
        if (key === undefined) throw new Error(`Nobody signs for ${address}.`)
        return key.sign(message)
      })
      const transaction = readTransaction(encodeTransaction({ signatures, message }))
      if (transaction === undefined) throw new Error('That is no transaction.')
      const result = apply(transaction)
      svm.expireBlockhash()
      if (isFailure(result)) throw new Error(`${describeFailure(result).text}\n${result.meta().logs().join('\n')}`)
      return transaction.signature
    },
  }
}
