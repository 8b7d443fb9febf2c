import { FailureError } from '../core/errors/failure.ts'
import type { Clock } from '../core/services/ports.ts'
import type { Connection, TransactionRequest } from '../core/types/adapter.ts'
import { describeStep } from './describeStep.ts'
import { findCapability, parseCapabilities } from './fetchCapabilities.ts'
import { hasCode } from './hasCode.ts'
import { parseQuantity } from './hex.ts'
import { settleWithin } from './timing.ts'
import { toTransaction, type WalletPort } from './walletPort.ts'

/** Gas that no ordinary transaction uses up; who can pay for so much is asked nothing more. */
const PLENTY_OF_GAS = 10_000_000n

/** Longest wait for one answer, in ms; a node that is slower holds up nobody. Source: docs/failures.md, rule 8, probe. */
const READ_LIMIT_MS = 2_000

/** Gas of a bare transfer, the least that a transaction takes. Source: Ethereum yellow paper, G_transaction. */
const LEAST_GAS = 21_000n

/** By these a wallet says that what the account itself holds decides nothing. Sources: ERC-7677; ERC-7682. */
const OTHER_PAYERS = ['paymasterService', 'auxiliaryFunds']

/** Digits after the point in what is said of an amount; more is noise. */
const DIGITS = 6

/**
 * Rejects with `GAS_TOO_LOW`, before the wallet is asked, when the account holds less than value and fee. A node that does
 * not say what it takes stops nobody, and neither is a contract stopped, nor whoever has a wallet that names another payer, as a
 * smart account that is not on the chain yet does: others may pay for it. Source: F-30.
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
    // What cannot be read is not checked: the wallet says it then.
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
  // An account that may be a contract is let pass: the wallet says what is missing.
  const isContract = async () => hasCode(ask, account.address).catch(() => true)
  const namesPayer = async (): Promise<boolean> => {
    if (port.knowsCapabilities?.() === false) return false
    // A wallet that does not know the question names no payer.
    const answer = await ask('wallet_getCapabilities', [account.address]).catch(() => undefined)
    const capabilities = parseCapabilities(answer) ?? {}
    const chainId = Number(networkId.slice(networkId.indexOf(':') + 1))
    return OTHER_PAYERS.some((name) => isSupported(findCapability(capabilities, chainId, name)))
  }
  if (balance >= needed || (await isContract()) || (await namesPayer())) return
  const context = { ...describeStep('send', connector, networkId), quantity: toQuantityText(needed) }
  throw new FailureError('GAS_TOO_LOW', 'The account holds less than this takes, fee included.', context)
}

function isSupported(capability: unknown): boolean {
  return typeof capability === 'object' && capability !== null && Reflect.get(capability, 'supported') === true
}

/** Wei in whole coins, rounded up to what is worth saying. */
function toQuantityText(wei: bigint): string {
  const step = 10n ** BigInt(18 - DIGITS)
  const rounded = (wei + step - 1n) / step
  const text = rounded.toString().padStart(DIGITS + 1, '0')
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`.replace(/\.?0+$/, '')
}
