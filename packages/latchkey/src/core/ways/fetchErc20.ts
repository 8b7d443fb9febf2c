/** What an account holds of an ERC-20, from the chain itself. Sources: EIP-20; Solidity, "Contract ABI Specification". */
import { createChainReader } from '../../evm/chainReader.ts'
import type { Hex } from '../../evm/hex.ts'
import { isAddress } from '../../evm/isAddress.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Network } from '../types/network.ts'
import { listRpcUrls } from '../values/listRpcUrls.ts'

/** What a token says of itself. Name and symbol are empty where it has none, and not cleaned. */
export type Erc20 = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** First four bytes of the hashes of the functions of EIP-20 that are asked. */
const SELECTORS = { balanceOf: '70a08231', decimals: '313ce567', symbol: '95d89b41', name: '06fdde03' } as const

/** Hexadecimal digits of one word of the ABI. */
const WORD = 64

/**
 * The amount in base units, and what the token says of itself, which is asked for unless it is `known`. Undefined where the
 * network or an address is not of the EVM; rejects with `DATA_UNAVAILABLE` when the chain cannot be read, and with a `TypeError`
 * when the contract is no ERC-20.
 */
export async function fetchErc20(
  { services, options }: Pick<Instance, 'services' | 'options'>,
  parameters: {
    readonly network: Network
    readonly address: string
    readonly holder: string
    readonly known?: Erc20 | undefined
    readonly signal: AbortSignal
  },
): Promise<(Erc20 & { readonly amount: bigint }) | undefined> {
  const { network, address, holder, known, signal } = parameters
  if (network.chainNamespace !== 'eip155' || !isAddress(address) || !isAddress(holder)) return undefined
  const reader = createChainReader(services, network, listRpcUrls(options, network))
  const ask = (name: keyof typeof SELECTORS, argument = ''): Promise<Hex> =>
    reader.call(address, `0x${SELECTORS[name]}${argument}`, signal)
  const [amount, decimals, symbol, name] = await Promise.all([
    ask('balanceOf', holder.slice(2).toLowerCase().padStart(WORD, '0')).then(readNumber),
    known?.decimals ?? ask('decimals').then(readNumber).then(Number),
    known?.symbol ?? ask('symbol').then(readText, () => ''),
    known?.name ?? ask('name').then(readText, () => ''),
  ])
  if (decimals > 255) throw new TypeError('The contract does not say its decimals as EIP-20 has them.')
  return { amount, decimals, symbol, name }
}

/** A word as a number. What is shorter, such as the nothing that an address without code answers, is none. */
function readNumber(answer: Hex): bigint {
  const word = answer.slice(2, 2 + WORD)
  if (word.length < WORD) throw new TypeError('The contract answered no number.')
  return BigInt(`0x${word}`)
}

/** A text of the ABI, or 32 bytes filled up with zeros, as tokens older than EIP-20's final form answer. */
function readText(answer: Hex): string {
  const digits = answer.slice(2)
  const isDynamic = digits.length > WORD
  const length = isDynamic ? Number(`0x${digits.slice(WORD, WORD * 2)}`) * 2 : WORD
  const start = isDynamic ? WORD * 2 : 0
  const bytes = digits.slice(start, start + length).match(/../g) ?? []
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
  return text.replaceAll('\0', '')
}
