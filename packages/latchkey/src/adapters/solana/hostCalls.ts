/** What a site asks of the connected wallet with transactions of its own. Loaded at the first such call. */

import { FailureError, type FailureStep } from '../../core/errors/failure.ts'
import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import type { Connection } from '../../core/types/adapter.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import { getFeature } from '../standard/features.ts'
import type { Web3Signing } from './createCoinbaseWallet.ts'
import {
  fromWireTransaction,
  isWeb3Transaction,
  type SolanaTransaction,
  toInstruction,
  toWireTransaction,
  type Web3Instruction,
  type Web3Transaction,
} from './hostTransactions.ts'
import { broadcast, type SendSurroundings, sendInstructions, submit } from './sendCalls.ts'
import { getStandardWallet } from './wallet.ts'
import { createSigner, describeStep, nameFailure } from './walletCalls.ts'
import { decodeTransaction, encodeMessage, encodeUnsigned, readMessage, type SolanaInstruction } from './wire.ts'

/** What a message needs that nobody sends; a simulation puts another blockhash in the place. */
const UNSENT = { blockhash: '11111111111111111111111111111111', version: 'legacy' } as const

/** The calls, for one connection. */
export type HostCalls = {
  signTransactions<Given extends SolanaTransaction>(transactions: readonly Given[]): Promise<readonly Given[]>
  sendTransaction(transaction: SolanaTransaction): Promise<string>
  sendInstructions(instructions: readonly (SolanaInstruction | Web3Instruction)[]): Promise<string>
}

/** `review` is asked for every transaction before the wallet is, and rejects where it must not be. */
export function createHostCalls(
  surroundings: SendSurroundings,
  connection: Connection,
  review?: ((transaction: Uint8Array) => Promise<void> | undefined) | undefined,
): HostCalls {
  const { connector, accounts, networkId } = connection
  const address = accounts[0]?.address ?? ''

  async function reviewAll(transactions: readonly SolanaTransaction[]): Promise<void> {
    if (review) for (const each of transactions) await review(toWireTransaction(each, address))
  }

  /** Bytes that this wallet can read, with its ways to sign them. */
  function prepare(transactions: readonly SolanaTransaction[]) {
    const wires = transactions.map((transaction) => toWireTransaction(transaction, address))
    const signer = createSigner(connection, surroundings.logger)
    for (const wire of wires) {
      const version = readMessage(decodeTransaction(wire)?.message ?? wire).version
      if (version === undefined || !signer.versions.includes(version)) {
        const text = `${connector.name} takes no transactions of version ${version}.`
        throw new FailureError('METHOD_NOT_GRANTED', text, describeStep('send', connector, networkId))
      }
    }
    return { wires, signer }
  }

  /** The transactions signed as objects of web3.js by a wallet that takes them alone; undefined for every other wallet. */
  async function signObjects<Given extends SolanaTransaction>(
    transactions: readonly Given[],
  ): Promise<readonly Given[] | undefined> {
    const wallet = getStandardWallet(connector)
    const feature = wallet && getFeature<Web3Signing>(wallet, 'latchkey:web3', 'sign')
    if (!feature || !transactions.every(isWeb3Transaction)) return undefined
    for (const transaction of transactions) toWireTransaction(transaction, address)
    const signed: SolanaTransaction[] = []
    try {
      for (const transaction of transactions as readonly Web3Transaction[]) signed.push(await feature.sign(transaction))
    } catch (error) {
      throw nameFailure(error, 'sign', connector, { networkId })
    }
    return signed as Given[]
  }

  return {
    async signTransactions(transactions) {
      await reviewAll(transactions)
      const objects = await signObjects(transactions)
      if (objects) return objects
      const { wires, signer } = prepare(transactions)
      if (!signer.sign) {
        const text = `${connector.name} does not sign such a transaction without sending it.`
        throw new FailureError('METHOD_NOT_GRANTED', text, describeStep('sign', connector, networkId))
      }
      const signed = await signer.sign(wires)
      return transactions.map((given, index) => fromWireTransaction(given, signed[index] ?? new Uint8Array()))
    },
    async sendTransaction(transaction) {
      await reviewAll([transaction])
      const [object] = (await signObjects([transaction])) ?? []
      if (object) return broadcast(surroundings.rpc, connection, toWireTransaction(object, address))
      const { wires, signer } = prepare([transaction])
      return submit(surroundings, connection, wires[0] ?? new Uint8Array(), signer)
    },
    async sendInstructions(instructions) {
      const calls = instructions.map(toInstruction)
      if (review) await review(encodeUnsigned(encodeMessage({ ...UNSENT, payer: address, instructions: calls })))
      return sendInstructions(surroundings, connection, calls)
    },
  }
}

/**
 * Tells the site's listeners of a failure, and the visitor where it is about a transaction, and gives the error to reject with.
 * Misuse is not told: only its caller can mend it.
 */
export function tellHostFailure(
  latchkey: Latchkey,
  connection: Connection,
  step: FailureStep,
  error: unknown,
): LatchkeyError {
  if (error instanceof LatchkeyError && !(error instanceof FailureError)) return error
  const { connector, networkId, accounts } = connection
  const failure = nameFailure(error, step, connector, { networkId })
  const context = describeStep(step, connector, networkId)
  const { code, cause } = failure
  const { instance } = latchkey
  instance.fail({ ...context, code, final: true, cause })
  // Stays on the account's view until the next one is sent. Only the site can prepare it again, so nothing there does (F-30, F-38).
  if (step === 'send' && (code === 'SOLANA_TX_EXPIRED' || code === 'GAS_TOO_LOW')) {
    const { name: walletName, namespace } = connector
    const notice = { code, namespace, walletName, networkId, address: accounts[0]?.address ?? '' }
    instance.tell({ kind: 'transaction', notice })
  }
  return failure
}
