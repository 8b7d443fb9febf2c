/** How calls of an account's own transaction are named to a page, and what became of them. */
import type { Hex } from '@latchkey/wire/guard'
import * as v from 'valibot'
import { type Ask, readNumber } from '../fillTransaction.ts'
import { isHex } from '../hex.ts'
import type { CallsReceipt } from '../smartAccount/readOutcome.ts'

/** Calls that were sent. */
type SentOwnCalls = {
  /** Hash of the transaction. */
  readonly hash: Hex
  /** CAIP-2. */
  readonly network: string
  readonly nonce: bigint
  readonly account: Hex
}

const inHex = (value: bigint): string => value.toString(16).padStart(16, '0')

/** 32 bytes of the transaction, 8 of the chain, 8 of its number, 20 of the account. */
export const toOwnCallsId = ({ hash, network, nonce, account }: SentOwnCalls): Hex =>
  `${hash}${inHex(BigInt(network.slice('eip155:'.length)))}${inHex(nonce)}${account.slice(2).toLowerCase()}`

/** Reads such an id; undefined for every other text. */
export const readOwnCallsId = (id: string): SentOwnCalls | undefined => {
  const [, hash, chain, nonce, account] = /^0x([\da-f]{64})([\da-f]{16})([\da-f]{16})([\da-f]{40})$/iu.exec(id) ?? []
  if (hash === undefined || chain === undefined || nonce === undefined || account === undefined) return undefined
  return {
    hash: `0x${hash.toLowerCase()}`,
    network: `eip155:${BigInt(`0x${chain}`)}`,
    nonce: BigInt(`0x${nonce}`),
    account: `0x${account.toLowerCase()}`,
  }
}

const hex = v.custom<Hex>((value) => isHex(value), 'expected bytes in hex')
const quantity = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/iu))
const receipt = v.object({
  logs: v.array(v.object({ address: hex, data: hex, topics: v.array(hex) })),
  status: v.picklist(['0x1', '0x0']),
  blockHash: hex,
  blockNumber: quantity,
  gasUsed: quantity,
  transactionHash: hex,
})

const readReceipt = async (ask: Ask, hash: Hex): Promise<CallsReceipt | undefined> => {
  const read = v.safeParse(receipt, await ask('eth_getTransactionReceipt', [hash]))
  return read.success ? read.output : undefined
}

/** The answer to `wallet_getCallsStatus`. Source: EIP-5792: 100 pending, 200 done, 400 never will be, 500 reverted. */
export const readOwnCallsStatus = async (ask: Ask, id: string, { hash, network, nonce, account }: SentOwnCalls) => {
  // In this order: where another transaction has its number by now and there is no receipt after that, there will be none.
  const next = await readNumber(ask, 'eth_getTransactionCount', [account, 'latest'])
  const found = await readReceipt(ask, hash)
  const status = found ? (found.status === '0x1' ? 200 : 500) : next > nonce ? 400 : 100
  return {
    version: '2.0.0',
    id,
    chainId: `0x${BigInt(network.slice('eip155:'.length)).toString(16)}`,
    status,
    atomic: true,
    ...(found && { receipts: [found] }),
  }
}
