import type { Connection, TransactionRequest } from '../core/adapter.ts'
import { FailureError } from '../core/errors/failure.ts'
import type { Clock } from '../core/services/ports.ts'
import { describeStep } from './describeStep.ts'
import { hasCode } from './hasCode.ts'
import { parseQuantity } from './hex.ts'
import { settleWithin } from './timing.ts'
import { toTransaction, type WalletPort } from './walletPort.ts'

/** Gas that no ordinary transaction uses up; who can pay for so much is asked nothing more. */
const PLENTY_OF_GAS = 10_000_000n

/** Longest wait for one answer, in ms; a node that is slower holds up nobody. Source: failures, rule 8, probe. */
const READ_LIMIT_MS = 2_000

/** Gas of a bare transfer, the least that a transaction takes. Source: Ethereum yellow paper, G_transaction. */
const LEAST_GAS = 21_000n

/** Digits after the point in what is said of an amount; more is noise. */
const DIGITS = 6

/**
 * Rejects with `GAS_TOO_LOW`, before the wallet is asked, when the account holds less than value and fee. A node that does
 * not say what it takes stops nobody, and neither is a contract stopped, since others may pay for it. Source: failures, F-30.
 */
export async function checkFunds(
  port: WalletPort,
  clock: Clock,
  connection: Connection,
  request: TransactionRequest,
): Promise<void> {
  const { accounts, connector, networkId } = connection
  const [account] = accounts
  if (!account || account.type === 'smartAccount') return
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    settleWithin(clock, READ_LIMIT_MS, port.ask('read', connection, method, params), undefined)
  const read = async (method: string, params: readonly unknown[]): Promise<bigint | undefined> =>
    parseQuantity(await ask(method, params).catch(() => undefined))
  const transaction = toTransaction(connection, request)
  const [balance, price] = await Promise.all([
    read('eth_getBalance', [account.address, 'latest']),
    read('eth_gasPrice', []),
  ])
  if (balance === undefined || price === undefined) return
  const { value = 0n } = request
  if (balance >= value + price * (request.gas ?? PLENTY_OF_GAS)) return
  const gas = request.gas ?? (await read('eth_estimateGas', [transaction])) ?? LEAST_GAS
  const needed = value + price * gas
  const isPaidByOthers = async () => hasCode(ask, account.address).catch(() => true)
  if (balance >= needed || (await isPaidByOthers())) return
  const context = { ...describeStep('send', connector, networkId), quantity: toQuantityText(needed) }
  throw new FailureError('GAS_TOO_LOW', 'The account holds less than this takes, fee included.', context)
}

/** Wei in whole coins, rounded up to what is worth saying. */
function toQuantityText(wei: bigint): string {
  const step = 10n ** BigInt(18 - DIGITS)
  const rounded = (wei + step - 1n) / step
  const text = rounded.toString().padStart(DIGITS + 1, '0')
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`.replace(/\.?0+$/, '')
}
