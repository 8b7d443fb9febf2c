/** What the abilities of an EVM adapter ask of the wallet behind a connection. Sources: EIP-1193; F-28. */

import { FailureError, type FailureStep } from '../core/errors/failure.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { toFailure } from '../core/errors/toFailure.ts'
import type { Clock } from '../core/services/ports.ts'
import type { Connection, TransactionRequest } from '../core/types/adapter.ts'
import type { NetworkId } from '../core/types/network.ts'
import { describeStep } from './describeStep.ts'
import { type Hex, isHex, toQuantity } from './hex.ts'
import { toAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { askWallet, getProvider } from './provider.ts'
import { sleep } from './timing.ts'

/** How long a wallet may take to be on the network that is meant, in ms. Source: F-28. */
export const NETWORK_CHECK_MS = 1_000

/** Pause between two looks at the wallet's network, in ms. */
const NETWORK_LOOK_MS = 250

/**
 * The wallet of a connection, whichever library or session stands between. Every rejection is a `FailureError`. An adapter
 * over EIP-1193 has `createWalletPort`; another one hands its own to `createAbilities`.
 */
export type WalletPort = {
  /** Asks the wallet, or through it the chain's node when the step is `read`. */
  readonly ask: (
    step: FailureStep,
    connection: Connection,
    method: string,
    params?: readonly unknown[],
  ) => Promise<unknown>
  /** Sends from the active account; the hash as soon as the transaction has left. */
  readonly send: (connection: Connection, request: TransactionRequest) => Promise<string>
  /** Whether what the wallet can do is known without a request over a network. Default true: a wallet in the page says it silently. */
  readonly knowsCapabilities?: (() => boolean) | undefined
  /** Rejects with `CHAIN_MISMATCH` when the wallet stands on another network than the connection says (F-28). */
  readonly confirmNetwork: (step: FailureStep, connection: Connection) => Promise<void>
}

/** The port of wallets that are asked by EIP-1193, through the connection's own provider. */
export function createWalletPort(clock: Clock): WalletPort {
  const port: WalletPort = {
    async ask(step, { connector, networkId, provider }, method, params) {
      try {
        return await askWallet(getProvider({ ...connector, provider: provider ?? connector.provider }), method, params)
      } catch (error) {
        throw toFailure(error, describeStep(step, connector, networkId), { family: 'eip155' })
      }
    },

    async confirmNetwork(step, connection) {
      const { connector, networkId } = connection
      const read = async (): Promise<NetworkId> =>
        `eip155:${parseChainId(await port.ask(step, connection, 'eth_chainId')) ?? '?'}`
      let found = await read()
      for (let waited = 0; found !== networkId && waited < NETWORK_CHECK_MS; waited += NETWORK_LOOK_MS) {
        await sleep(clock, NETWORK_LOOK_MS)
        found = await read()
      }
      if (found === networkId) return
      const text = `${connector.name} is on ${found}, but this needs ${networkId}.`
      const context = {
        ...describeStep(step, connector, networkId),
        walletNetworkId: found.endsWith('?') ? undefined : found,
      }
      throw new FailureError('CHAIN_MISMATCH', text, context)
    },

    async send(connection, request) {
      const transaction = { ...toTransaction(connection, request), chainId: toHexChainId(connection.networkId) }
      await port.confirmNetwork('send', connection)
      return demandHash(connection, await port.ask('send', connection, 'eth_sendTransaction', [transaction]))
    },
  }
  return port
}

/**
 * A request as `eth_sendTransaction` and `eth_estimateGas` take it, from the active account. Throws `REQUEST_INVALID` for
 * what no wallet could send.
 */
export function toTransaction(
  { accounts }: Connection,
  { to, value, data, gas }: TransactionRequest,
): Readonly<Record<string, unknown>> & { readonly to: Hex } {
  const address = toAddress(to)
  if (!address) throw sayInvalid('to', 'an address of 0x and 40 hexadecimal digits')
  if (data !== undefined && !isHex(data)) throw sayInvalid('data', 'bytes as hexadecimal text that begins with 0x')
  return {
    from: accounts[0]?.address,
    to: address,
    ...(value === undefined ? {} : { value: toAmount('value', value) }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas: toAmount('gas', gas) }),
  }
}

/** An amount as a quantity. Throws `REQUEST_INVALID` when it is no bigint that fits 256 bits. */
export function toAmount(field: string, amount: bigint): Hex {
  if (typeof amount !== 'bigint' || amount < 0n || amount >= 1n << 256n) {
    throw sayInvalid(field, 'a bigint in base units, from 0 and below 2 ** 256')
  }
  return toQuantity(amount)
}

/** The error of a request that can be carried out by nobody: `REQUEST_INVALID`. */
export function sayInvalid(field: string, wanted: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('REQUEST_INVALID', `${field} must be ${wanted}.`, { facts: { field }, cause })
}

/** `eip155:10` as `0xa`. */
export function toHexChainId(networkId: NetworkId): Hex {
  return toQuantity(BigInt(networkId.slice(networkId.indexOf(':') + 1)))
}

/** The hash of a transaction, 32 bytes; a failure when a wallet that approved gave none. */
export function demandHash(connection: Connection, answer: unknown): Hex {
  if (isHex(answer) && answer.length === 66) return answer
  throw sayUnreadable(connection, 'send', answer)
}

/**
 * A signature; a failure when a wallet that approved gave none: `SIGNATURE_UNVERIFIED` for one without a byte, which is what
 * smart wallets answer whose owners sign elsewhere (F-33).
 */
export function demandSignature(connection: Connection, answer: unknown): Hex {
  if (isHex(answer) && answer.length >= 64) return answer
  if (answer !== '0x') throw sayUnreadable(connection, 'sign', answer)
  const { connector, networkId } = connection
  const text = `${connector.name} gave an empty signature.`
  throw new FailureError('SIGNATURE_UNVERIFIED', text, describeStep('sign', connector, networkId))
}

/** The failure of an answer that has not the shape that its standard gives it. */
export function sayUnreadable({ connector, networkId }: Connection, step: FailureStep, answer: unknown): FailureError {
  const cause = new Error(`The wallet's answer cannot be read: ${typeof answer}.`)
  return toFailure(cause, describeStep(step, connector, networkId), { family: 'eip155' })
}
