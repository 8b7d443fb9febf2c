/**
 * Calls that an account of the key's own address carries out as one, all of them or none: a transaction to itself, whose code reads them.
 * Where the account has no code yet the same transaction gives it (EIP-7702).
 */
import type { Hex } from '@latchkey/wire/guard'
import type { AccountCall } from '@latchkey/wire/smartAccount'
import type { EvmTransactionToSign } from '../../../approve/types.ts'
import { CallError } from '../../../channel/CallError.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { type Ask, readFees, readNonce, readNumber } from '../fillTransaction.ts'
import { isHex, readQuantity } from '../hex.ts'
import { signTransaction } from '../signTransaction.ts'
import { lacksCoin, nonsense } from '../smartAccount/fillOperation.ts'
import { DELEGATED_CODE } from './contracts.ts'
import { signAuthorization, signSetCodeTransaction } from './signAuthorization.ts'
import { writeDelegatorCalls } from './signDelegatorOperation.ts'

/** What a node's estimate does not know of: an authorization in the transaction. Source: EIP-7702, PER_EMPTY_ACCOUNT_COST. */
const AUTHORIZATION_GAS = 25_000n

/** Whether the account has its code; false: it has none. Foreign code is refused (SEC-54). */
export const hasDelegatedCode = async (ask: Ask, account: Hex): Promise<boolean> => {
  const code = await ask('eth_getCode', [account, 'latest'])
  if (!isHex(code)) throw nonsense()
  if (code === '0x') return false
  if (code.toLowerCase() === DELEGATED_CODE) return true
  throw new CallError({ message: 'Another contract stands there', code: 4100, reason: 'ACCOUNT_CODE_FOREIGN' })
}

/** A transaction of an account to itself. */
export type OwnCalls = {
  readonly transaction: EvmTransactionToSign & { readonly to: Hex }
  /** What it takes at most, in wei. */
  readonly fee: bigint
  /** It gives the account its code as well. */
  readonly isEnabling: boolean
}

/** Fills what carries out these calls; none: what gives the account its code, and nothing else. Throws a `CallError`. */
export const fillOwnCalls = async (
  calls: readonly AccountCall[],
  { account, ask }: { readonly account: Hex; readonly ask: Ask },
): Promise<OwnCalls> => {
  const isEnabling = !(await hasDelegatedCode(ask, account))
  const data: Hex = calls.length > 0 ? writeDelegatorCalls(calls) : '0x'
  const call = { from: account, to: account, value: '0x0', data }
  const [fees, nonce, balance, estimate] = await Promise.all([
    readFees(ask),
    readNonce(ask, account),
    readNumber(ask, 'eth_getBalance', [account, 'latest']),
    // As if the account had its code already.
    readNumber(ask, 'eth_estimateGas', isEnabling ? [call, 'latest', { [account]: { code: DELEGATED_CODE } }] : [call]),
  ])
  // Room for what changes until it is mined.
  const gas = (estimate * 12n) / 10n + (isEnabling ? AUTHORIZATION_GAS : 0n)
  const fee = gas * fees.maxFeePerGas
  const spent = calls.reduce((sum, { value }) => sum + value, 0n)
  if (balance < spent + fee) throw lacksCoin()
  return { isEnabling, fee, transaction: { from: account, to: account, value: 0n, data, nonce, gas, ...fees } }
}

/** Signs it, with the number that is due by now and the authorization where the account has no code by now. */
export const signOwnCalls = async (
  { transaction, isEnabling }: OwnCalls,
  { account, chainId, ask }: { readonly account: Hex; readonly chainId: bigint; readonly ask: Ask },
  sign: Keyring['signEvm'],
): Promise<{ readonly raw: Hex; readonly hash: Hex; readonly nonce: bigint }> => {
  const [nonce, hasCode] = await Promise.all([readNonce(ask, account), hasDelegatedCode(ask, account)])
  // Its gas was counted with the code in place.
  if (!hasCode && !isEnabling) throw nonsense()
  const due = { ...transaction, nonce }
  if (hasCode) return { ...signTransaction(due, chainId, sign), nonce }
  // An account's own transaction has taken its number by the time that its authorizations are read.
  const authorization = signAuthorization({ chainId, nonce: nonce + 1n, isEnabled: true }, sign)
  return { ...signSetCodeTransaction(due, authorization, sign), nonce }
}

/** What became of a transaction; undefined while nobody knows. */
export const readSucceeded = async (ask: Ask, hash: Hex): Promise<boolean | undefined> => {
  const receipt = Object(await ask('eth_getTransactionReceipt', [hash])) as { readonly status?: unknown }
  const status = readQuantity(receipt.status)
  return status === undefined ? undefined : status === 1n
}
