import { base58, base64, hex } from '@scure/base'
import { createPublicClient, createWalletClient, defineChain, http, numberToHex } from 'viem'
import { readReceipt } from '../readReceipt.ts'
import type { KnownChain } from '../settings.ts'
import { signBitcoinMessage } from './bitcoinMessage.ts'
import { familyOf } from './families.ts'
import type { Keys } from './keys.ts'
import type { EvmCall, ParsedRequest, TypedData } from './parseRequest.ts'
import { addSolanaSignature, type SolanaTransaction } from './solanaTransaction.ts'

/** An error object for the site, with the numbers of EIP-1193 and EIP-1474. */
export class RequestError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A batch as far as it was sent. `isCut` when a later call could not be sent any more. */
export type SentBatch = {
  readonly chain: KnownChain
  readonly hashes: readonly `0x${string}`[]
  readonly isCut: boolean
}

/** What answering may use. */
export type AnswerContext = {
  readonly keys: Keys
  readonly chain: KnownChain
  readonly fetch: typeof globalThis.fetch
  /** What this wallet sent as batches, by their ids. */
  readonly batches: Map<string, SentBatch>
  readonly makeId: () => string
}

/** Does what a request asks for, once its owner agreed. Throws `RequestError`, or what a node said. */
export async function answerRequest(parsed: ParsedRequest, context: AnswerContext): Promise<unknown> {
  const { keys, chain } = context
  switch (parsed.kind) {
    case 'message': {
      if (familyOf(chain.id) === 'solana') {
        return { signature: base58.encode(keys.getSolana(parsed.accountIndex).sign(parsed.bytes)) }
      }
      return keys.getEvm(parsed.accountIndex).signMessage({ message: { raw: parsed.bytes } })
    }
    case 'typedData':
      return signTypedData(parsed.typed, parsed.accountIndex, keys)
    case 'calls': {
      const { calls, batch, accountIndex } = parsed
      if (batch?.id !== undefined && context.batches.has(batch.id)) {
        throw new RequestError(5720, 'Calls of that id were sent before.')
      }
      const hashes = await sendCalls(calls, accountIndex, context)
      if (!batch) return hashes[0]
      const id = batch.id ?? context.makeId()
      context.batches.set(id, { chain, hashes, isCut: hashes.length < calls.length })
      // CAIP-345: so that a site can watch the transactions itself.
      return { id, capabilities: { caip345: { caip2: chain.id, transactionHashes: hashes } } }
    }
    case 'callsStatus':
      return readCallsStatus(parsed.id, context)
    case 'solanaTransactions': {
      const { transactions, accountIndex, form } = parsed
      const signed = transactions.map((transaction) => signSolana(transaction, accountIndex, keys))
      if (form === 'all') return { transactions: signed.map(({ transaction }) => transaction) }
      const [first] = signed
      if (!first) throw new RequestError(-32602, 'There is no transaction.')
      if (form === 'one') return first
      await sendSolana(first.transaction, context)
      return { signature: first.signature }
    }
    case 'bitcoinMessage': {
      const account = keys.getBitcoin(chain.id, parsed.accountIndex)
      const signature = hex.encode(base64.decode(signBitcoinMessage(account, parsed.text, parsed.protocol)))
      return { address: account.address, signature }
    }
    case 'psbt': {
      const { privateKey } = keys.getBitcoin(chain.id, parsed.accountIndex)
      const { transaction, inputs } = parsed
      if (inputs) for (const index of inputs) transaction.signIdx(privateKey, index)
      else transaction.sign(privateKey)
      return { psbt: base64.encode(transaction.toPSBT()) }
    }
    case 'told':
      return parsed.result
    case 'refused':
      throw new RequestError(parsed.code, parsed.message)
    case 'switchChain':
      return null
  }
}

function signTypedData(typed: TypedData, accountIndex: number, keys: Keys): Promise<`0x${string}`> {
  const { EIP712Domain: _, ...types } = typed.types
  return keys.getEvm(accountIndex).signTypedData({
    domain: typed.domain,
    types: types as Record<string, { name: string; type: string }[]>,
    primaryType: typed.primaryType,
    message: typed.message as Record<string, unknown>,
  })
}

function signSolana(
  transaction: SolanaTransaction,
  accountIndex: number,
  keys: Keys,
): { signature: string; transaction: string } {
  const { address, sign } = keys.getSolana(accountIndex)
  const signature = sign(transaction.message)
  return {
    signature: base58.encode(signature),
    transaction: base64.encode(addSolanaSignature(transaction, address, signature)),
  }
}

/**
 * Sends one call after the other: each waits until the one before it is mined, so that their order holds. Where a later one cannot
 * be sent, those before it stay done and are given.
 */
async function sendCalls(
  calls: readonly EvmCall[],
  accountIndex: number,
  context: AnswerContext,
): Promise<readonly `0x${string}`[]> {
  const { keys } = context
  const { chain, transport } = openChain(context.chain, context.fetch)
  const wallet = createWalletClient({ account: keys.getEvm(accountIndex), chain, transport })
  const reader = createPublicClient({ chain, transport })
  const hashes: `0x${string}`[] = []
  for (const { to, value, data } of calls) {
    try {
      const [last] = hashes.slice(-1)
      if (last) await readReceipt(reader, last, 250)
      hashes.push(await wallet.sendTransaction({ to: to ?? null, value, data }))
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
  }
  return hashes
}

/** EIP-5792, version 2.0.0. 5730: the wallet does not know the id. */
async function readCallsStatus(id: string, context: AnswerContext): Promise<unknown> {
  const batch = context.batches.get(id)
  if (!batch) throw new RequestError(5730, 'This wallet sent no calls of that id.')
  const { chain, transport } = openChain(batch.chain, context.fetch)
  const reader = createPublicClient({ chain, transport })
  const answers = await Promise.allSettled(batch.hashes.map((hash) => reader.getTransactionReceipt({ hash })))
  const receipts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const isDone = receipts.length === batch.hashes.length
  const good = receipts.filter(({ status }) => status === 'success').length
  return {
    version: '2.0.0',
    id,
    chainId: numberToHex(chain.id),
    atomic: false,
    status: !isDone ? 100 : good === 0 ? 500 : good === receipts.length && !batch.isCut ? 200 : 600,
    receipts: receipts.map(({ status, blockHash, blockNumber, gasUsed, transactionHash, logs }) => ({
      status: status === 'success' ? '0x1' : '0x0',
      blockHash,
      blockNumber: numberToHex(blockNumber),
      gasUsed: numberToHex(gasUsed),
      transactionHash,
      logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    })),
  }
}

async function sendSolana(transaction: string, { chain, fetch }: AnswerContext): Promise<void> {
  if (chain.rpcUrl === undefined) throw new RequestError(4200, `This demo wallet has no node of ${chain.name}.`)
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [transaction, { encoding: 'base64' }],
    }),
  })
  const answer: unknown = await response.json()
  const error: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  if (error) throw new RequestError(-32003, `The node of ${chain.name} did not take the transaction.`)
}

function openChain({ id, name, symbol, decimals, rpcUrl }: KnownChain, fetchFn: typeof globalThis.fetch) {
  if (rpcUrl === undefined) throw new RequestError(4200, `This demo wallet has no node of ${name}.`)
  const chain = defineChain({
    id: Number(id.slice(id.indexOf(':') + 1)),
    name,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return { chain, transport: http(rpcUrl, { fetchFn }) }
}
