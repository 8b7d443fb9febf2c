/**
 * Fills what a transaction lacks by the network's own node, and refuses what a page may not choose: another account, another network, a
 * nonce that is not due, a price or limit far above the network's own (SEC-55), and code for the account itself (SEC-54).
 */
import type { Hex } from '@latchkey/wire/guard'
import * as v from 'valibot'
import type { EvmTransactionToSign } from '../../approve/types.ts'
import { CallError, invalid } from '../../channel/CallError.ts'
import { isHex, readQuantity } from './hex.ts'

/** How far above the network's own price or estimate a page may go. Source: SEC-55. */
export const MOST_TIMES = 5n

/** Asks a node of the network. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const quantity = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^0x[\da-fA-F]{1,64}$/u, 'expected a number in hex'),
    v.transform((text) => BigInt(text)),
  ),
)
const hex = v.custom<Hex>((value) => isHex(value), 'expected bytes in hex')
const address = v.custom<Hex>((value) => isHex(value, 20), 'expected an address')

/** Every field that may be there; one more, such as a list of authorizations or blobs, would sign something that nobody shows. */
const given = v.strictObject({
  from: v.optional(address),
  to: v.optional(v.nullable(address)),
  value: quantity,
  data: v.optional(hex),
  input: v.optional(hex),
  nonce: quantity,
  gas: quantity,
  gasLimit: quantity,
  gasPrice: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  chainId: v.optional(v.union([v.string(), v.number()])),
  type: v.optional(v.picklist(['0x0', '0x1', '0x2', '0x00', '0x01', '0x02'])),
  accessList: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
})

/** What a page asked for, checked, and whether the nonce was its wish. */
export type FilledTransaction = { readonly transaction: EvmTransactionToSign; readonly isNonceGiven: boolean }

/** A number that a node answers. */
export const readNumber = async (ask: Ask, method: string, params: readonly unknown[]): Promise<bigint> => {
  const number = readQuantity(await ask(method, params))
  if (number === undefined)
    throw new CallError({ message: 'The network answered nonsense', code: -32603, reason: 'NODE_REFUSED' })
  return number
}

/** The nonce that is due. */
export const readNonce = (ask: Ask, from: Hex): Promise<bigint> =>
  readNumber(ask, 'eth_getTransactionCount', [from, 'pending'])

/** What a unit of gas costs by the network's own word: at most, and for whoever makes the block (wei). */
export const readFees = async (ask: Ask) => {
  const block = Object(await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: unknown }
  const base = readQuantity(block.baseFeePerGas)
  if (base === undefined)
    throw new CallError({ message: 'This network has no base fee', code: 4200, reason: 'NOT_SERVED' })
  // A node without this method says so; then the usual tip of one gwei.
  const tip = await readNumber(ask, 'eth_maxPriorityFeePerGas', []).catch(() => 1_000_000_000n)
  return { maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip }
}

/** A wish, as far as it is not far above what is usual (SEC-55). */
export const atMost = (wished: bigint | undefined, usual: bigint): bigint => {
  if (wished === undefined) return usual
  const most = usual * MOST_TIMES
  return wished < most ? wished : most
}

const checkNonce = async (ask: Ask, from: Hex, nonce: bigint): Promise<bigint> => {
  const [latest, pending] = await Promise.all([
    readNumber(ask, 'eth_getTransactionCount', [from, 'latest']),
    readNonce(ask, from),
  ])
  // One that waits may be replaced; one that lies ahead would wait for who knows what.
  if (nonce < latest || nonce > pending) throw invalid('The nonce is not due')
  return nonce
}

export const fillTransaction = async (
  wanted: unknown,
  { account, network, ask }: { readonly account: Hex; readonly network: string; readonly ask: Ask },
): Promise<FilledTransaction> => {
  const read = v.safeParse(given, wanted)
  if (!read.success) throw invalid('The transaction has not the form it should')
  const { from, to, value = 0n, data, input, nonce, chainId } = read.output
  if (from !== undefined && from.toLowerCase() !== account.toLowerCase()) throw invalid('That is not the account here')
  if (chainId !== undefined && `eip155:${BigInt(chainId)}` !== network) throw invalid('That is not the network in use')
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    throw invalid('The transaction has two kinds of data')
  const call = { from: account, ...(to && { to }), value: `0x${value.toString(16)}`, data: data ?? input ?? '0x' }
  if (!to && call.data === '0x') throw invalid('The transaction goes to nobody')
  const wishedGas = read.output.gas ?? read.output.gasLimit
  const [fees, due, estimate] = await Promise.all([
    readFees(ask),
    nonce === undefined ? readNonce(ask, account) : checkNonce(ask, account, nonce),
    readNumber(ask, 'eth_estimateGas', [call]),
  ])
  const { gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = read.output
  const most = atMost(maxFeePerGas, fees.maxFeePerGas)
  const tip = atMost(maxPriorityFeePerGas, fees.maxPriorityFeePerGas)
  // Room for what changes until it is mined.
  const usual = (estimate * 12n) / 10n
  return {
    isNonceGiven: nonce !== undefined,
    transaction: {
      from: account,
      to: to ?? undefined,
      value,
      data: call.data as Hex,
      nonce: due,
      gas: wishedGas !== undefined && wishedGas > estimate ? atMost(wishedGas, usual) : usual,
      maxFeePerGas: most,
      maxPriorityFeePerGas: tip < most ? tip : most,
    },
  }
}
