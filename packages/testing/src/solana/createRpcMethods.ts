import { TOKEN_PROGRAM } from './calls.ts'
import { BLOCKHASHES, type Ledger } from './createLedger.ts'
import { describeFailure } from './describeFailure.ts'
import type { RuntimeAccount, RuntimeFailure } from './loadRuntime.ts'
import { readTransaction } from './readTransaction.ts'
import { decode58, decode64, encode58, encode64 } from './values.ts'

/** A refusal as nodes word it. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

type Parameters = readonly unknown[]

/** What a node answers, by method. Source: Solana's RPC reference. */
export function createRpcMethods(
  ledger: Ledger,
  genesisHash: string,
): Readonly<Record<string, (parameters: Parameters) => unknown>> {
  const { svm } = ledger
  const withContext = (value: unknown) => ({ context: { apiVersion: '3.0.0', slot: ledger.getSlot() }, value })

  function demandTransaction(text: unknown, encoding: unknown) {
    const bytes = decode(encoding === 'base64' ? decode64 : decode58, String(text))
    const transaction = bytes && readTransaction(bytes)
    if (transaction) return transaction
    throw new RpcError(-32602, 'failed to deserialize solana_transaction::versioned::VersionedTransaction')
  }

  function simulateBytes({ bytes, isLegacy }: { bytes: Uint8Array; isLegacy: boolean }) {
    return isLegacy ? svm.simulateLegacyTransaction(bytes) : svm.simulateVersionedTransaction(bytes)
  }

  function send(
    text: unknown,
    { encoding, skipPreflight }: { encoding?: unknown; skipPreflight?: unknown } = {},
  ): string {
    const transaction = demandTransaction(text, encoding)
    const { signature, blockhash } = transaction
    if (!ledger.isKnownHash(blockhash) && ledger.slotOf(signature) === undefined) {
      throw refuse('BlockhashNotFound', 'Blockhash not found', [])
    }
    // What fails while it is tried out is not sent; what is sent untried fails on the chain, and is kept there.
    if (skipPreflight !== true) {
      const tried = simulateBytes(transaction)
      if (ledger.isFailure(tried)) throw refuseBy(tried)
    }
    const result = ledger.apply(transaction)
    if (ledger.isFailure(result) && skipPreflight !== true) throw refuseBy(result)
    ledger.land(signature)
    return signature
  }

  function simulate(
    text: unknown,
    {
      encoding,
      sigVerify,
      accounts,
    }: { encoding?: unknown; sigVerify?: unknown; accounts?: { addresses: readonly string[] } } = {},
  ) {
    const transaction = demandTransaction(text, encoding)
    svm.setSigverify(sigVerify === true)
    const result = simulateBytes(transaction)
    svm.setSigverify(true)
    const logs = result.meta().logs()
    const unitsConsumed = result.meta().computeUnitsConsumed()
    if (ledger.isFailure(result)) return { err: describeFailure(result).err, logs, unitsConsumed, accounts: null }
    const after = new Map(result.postAccounts().map((each) => [encode58(each.address), each.account()]))
    const told = accounts?.addresses.map((each) => {
      const found = after.get(each)
      if (!found) return tellAccount(ledger.getAccount(each), { encoding: 'base64' })
      if (found.lamports() === 0n) return null
      return {
        lamports: found.lamports(),
        owner: encode58(found.owner()),
        data: [encode64(found.data()), 'base64'],
      }
    })
    return { err: null, logs, unitsConsumed, accounts: told ?? null }
  }

  function tellAccount(account: RuntimeAccount | null, { encoding }: { encoding?: unknown } = {}) {
    if (account === null) return null
    const data = account.data()
    const info = encoding === 'jsonParsed' ? ledger.parseToken(account) : undefined
    const parsed = info && {
      program: 'spl-token',
      space: data.length,
      parsed: { type: 'account', info: { ...info, state: 'initialized', isNative: false } },
    }
    return {
      lamports: account.lamports(),
      owner: encode58(account.owner()),
      executable: account.executable(),
      rentEpoch: 2n ** 64n - 1n,
      space: data.length,
      data: parsed ?? (encoding === 'base58' ? [encode58(data), encoding] : [encode64(data), 'base64']),
    }
  }

  function tellTransaction(id: string) {
    const found = ledger.findPast(id)
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

  const blockLimit = BigInt(BLOCKHASHES)
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: () => ledger.getSlot(),
    getBlockHeight: () => ledger.getSlot(),
    getBalance: ([owner]) => withContext(ledger.getLamports(String(owner))),
    getLatestBlockhash: () =>
      withContext({ blockhash: ledger.takeBlockhash(), lastValidBlockHeight: ledger.getSlot() + blockLimit }),
    isBlockhashValid: ([hash]) => withContext(ledger.isKnownHash(String(hash))),
    getMinimumBalanceForRentExemption: ([length]) => svm.minimumBalanceForRentExemption(BigInt(Number(length))),
    // One signature costs 5000 lamports; there is no market here that would ask for more.
    getFeeForMessage: ([message]) => withContext(5_000 * (decode64(String(message))[0] ?? 0)),
    getRecentPrioritizationFees: () => [],
    getAccountInfo: ([text, config]) => withContext(tellAccount(ledger.getAccount(String(text)), config as object)),
    getMultipleAccounts: ([list, config]) =>
      withContext((list as readonly string[]).map((text) => tellAccount(ledger.getAccount(text), config as object))),
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const { mint, programId = TOKEN_PROGRAM } = filter as { mint?: string; programId?: string }
      const accounts = svm.getProgramAccounts(decode58(programId)).filter((each) => {
        const token = ledger.parseToken(each.account())
        return token?.owner === owner && (mint === undefined || token?.mint === mint)
      })
      return withContext(
        accounts.map((each) => ({
          pubkey: encode58(each.address),
          account: tellAccount(each.account(), config as object),
        })),
      )
    },
    requestAirdrop: ([owner, amount]) => {
      const result = svm.airdrop(decode58(String(owner)), BigInt(Number(amount)))
      if (!result || ledger.isFailure(result)) throw new RpcError(-32603, 'the faucet is empty')
      const id = encode58(result.signature())
      ledger.land(id)
      return id
    },
    simulateTransaction: ([text, config]) => withContext(simulate(text, config as object)),
    sendTransaction: ([text, config]) => send(text, config as object),
    getSignaturesForAddress: ([who, config]) =>
      ledger.listPast(String(who), (config ?? {}) as object).map(({ signature, slot, err, blockTime }) => ({
        signature,
        slot,
        err,
        blockTime,
        memo: null,
        confirmationStatus: 'finalized',
      })),
    getTransaction: ([id]) => tellTransaction(String(id)),
    getSignatureStatuses: ([ids]) =>
      withContext(
        (ids as readonly string[]).map((id) => {
          const slot = ledger.slotOf(id)
          return slot === undefined
            ? null
            : { slot, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' }
        }),
      ),
  }
}

function decode(by: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return by(text)
  } catch {
    return undefined
  }
}

function refuseBy(failed: RuntimeFailure): RpcError {
  const { err, text } = describeFailure(failed)
  return refuse(err, text, failed.meta().logs())
}

function refuse(err: unknown, text: string, logs: readonly string[]): RpcError {
  return new RpcError(-32002, `Transaction simulation failed: ${text}`, { err, logs, unitsConsumed: 0 })
}
