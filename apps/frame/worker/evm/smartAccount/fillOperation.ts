/**
 * Fills a user operation by itself: nonce and code from a node, gas from the bundler, fees from both, a sponsor where the gateway has
 * one. A page says nothing but what is to be called, and what a bundler says is bounded (SEC-54, SEC-55).
 */
import { BUNDLER_CALLS, type BundlerMethod, type BundlerResult } from '@latchkey/wire/bundler'
import type { Hex } from '@latchkey/wire/guard'
import { type AccountCall, ENTRY_POINT } from '@latchkey/wire/smartAccount'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { CallError } from '../../../channel/CallError.ts'
import { type Ask, atMost, MOST_TIMES, readFees, readNumber } from '../fillTransaction.ts'
import { fromHex, isHex, readQuantity, toHex } from '../hex.ts'
import { PROXY_CODE_HASH } from './contracts.ts'
import { type Deployment, deploymentOf, safeAddressOf } from './safeAccount.ts'
import { STUB_SIGNATURE } from './signSafeOperation.ts'
import { initCodeOf, type Paymaster, paymasterAndDataOf, toBundlerForm, type UserOperation } from './userOperation.ts'
import { writeCall } from './writeAbi.ts'
import { writeCalls } from './writeCalls.ts'

/** `getNonce(address,uint192)` of the entry point. */
const GET_NONCE: Hex = '0x35567e1a'

/** More gas than any honest operation takes: what a bundler says above it is refused. Source: a block's own limit. */
const MOST_GAS = 30_000_000n

/** What is asked of the network's node and of its bundler. */
export type Chain = {
  readonly ask: Ask
  readonly askBundler: Ask
  readonly chainId: bigint
}

/** A user operation that lacks nothing but its signature and, where it is sponsored, the sponsor's last word. */
export type FilledOperation = {
  readonly operation: UserOperation
  readonly isSponsored: boolean
  /** What it takes at most, in wei; whoever pays. */
  readonly fee: bigint
}

/** What a node or a bundler must not answer. */
export const nonsense = (): CallError =>
  new CallError({ message: 'The network answered nonsense', code: -32603, reason: 'NODE_REFUSED' })

/** Asks the bundler, and reads its answer strictly. */
export const callBundler = async <Method extends BundlerMethod>(
  { askBundler }: Chain,
  method: Method,
  params: readonly unknown[],
): Promise<BundlerResult<Method>> => {
  const read = v.safeParse(BUNDLER_CALLS[method].result, await askBundler(method, params))
  if (!read.success) throw nonsense()
  return read.output as BundlerResult<Method>
}

/** How the owner's account is made, where it is not there yet. One that is there must have the code that it should (SEC-54). */
export const readDeployment = async ({ ask }: Pick<Chain, 'ask'>, owner: Hex): Promise<Deployment | undefined> => {
  const code = await ask('eth_getCode', [safeAddressOf(owner), 'latest'])
  if (!isHex(code)) throw nonsense()
  if (code === '0x') return deploymentOf(owner)
  if (toHex(keccak_256(fromHex(code))) === PROXY_CODE_HASH) return undefined
  throw new CallError({ message: 'Another contract stands there', code: 4100, reason: 'ACCOUNT_CODE_FOREIGN' })
}

/** The number of the account's next operation. */
export const readOperationNonce = ({ ask }: Pick<Chain, 'ask'>, account: Hex): Promise<bigint> =>
  readNumber(ask, 'eth_call', [{ to: ENTRY_POINT, data: writeCall(GET_NONCE, [BigInt(account), 0n]) }, 'latest'])

/** The time of the chain's newest block, in s since 1970. */
export const readChainTime = async ({ ask }: Pick<Chain, 'ask'>): Promise<number> => {
  const block = Object(await ask('eth_getBlockByNumber', ['latest', false])) as { readonly timestamp?: unknown }
  const time = readQuantity(block.timestamp)
  if (time === undefined) throw nonsense()
  return Number(time)
}

/** What the bundler wants for a unit of gas, where it says so, within what the network itself asks. */
const readOperationFees = async (chain: Chain) => {
  const [own, wished] = await Promise.all([
    readFees(chain.ask),
    // A bundler that names no price takes the network's own.
    callBundler(chain, 'pimlico_getUserOperationGasPrice', []).catch(() => undefined),
  ])
  const read = (text: string | undefined) => (text === undefined ? undefined : BigInt(text))
  const maxFeePerGas = atMost(read(wished?.standard.maxFeePerGas), own.maxFeePerGas)
  const tip = atMost(read(wished?.standard.maxPriorityFeePerGas), own.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

const toPaymaster = (said: {
  readonly paymaster: string
  readonly paymasterData: string
  readonly paymasterVerificationGasLimit?: string | undefined
  readonly paymasterPostOpGasLimit?: string | undefined
}): Paymaster => ({
  address: said.paymaster as Hex,
  data: said.paymasterData as Hex,
  verificationGasLimit: BigInt(said.paymasterVerificationGasLimit ?? '0x0'),
  postOpGasLimit: BigInt(said.paymasterPostOpGasLimit ?? '0x0'),
})

/** Asks the sponsor for its word, or for what stands for it while gas is estimated; rejects where it does not pay. */
const askSponsor = async (
  chain: Chain,
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: UserOperation,
): Promise<Paymaster> => {
  const form = toBundlerForm(operation, STUB_SIGNATURE)
  const chainId = `0x${chain.chainId.toString(16)}`
  return toPaymaster(await callBundler(chain, method, [form, ENTRY_POINT, chainId, null]))
}

/** The sponsor's word for exactly this operation. Its gas stays what it was estimated at. */
export const sponsorOperation = async (chain: Chain, operation: UserOperation): Promise<UserOperation> => {
  const { paymaster } = operation
  if (!paymaster) return operation
  const { address, data } = await askSponsor(chain, 'pm_getPaymasterData', operation)
  // Another contract was not estimated with, and may be anybody's.
  if (address.toLowerCase() !== paymaster.address.toLowerCase())
    throw new CallError({ message: 'Another paymaster stepped in', code: -32603, reason: 'SPONSOR_REFUSED' })
  return { ...operation, paymaster: { ...paymaster, address, data } }
}

const bounded = (gas: string | null | undefined): bigint => {
  const limit = BigInt(gas ?? '0x0')
  if (limit > MOST_GAS) throw nonsense()
  return limit
}

/** What a transaction takes before it does anything, and for each byte. Source: EIP-2028. */
const TRANSACTION_GAS = 21_000n
const BYTE_GAS = 16n

/** `getL1Fee(bytes)` of the contract by which OP chains say what data costs elsewhere (wei). */
const DATA_FEE: Hex = '0x49948e0e'
const DATA_FEE_ORACLE: Hex = '0x420000000000000000000000000000000000000F'

/** Where no contract stands, so that a call of it is its data alone. */
const NOBODY: Hex = '0x000000000000000000000000000000000000dEaD'

/** What the network asks for so many bytes, as gas: by its own estimate, and on OP chains for the other chain too. */
const estimateBytes = async ({ ask }: Chain, data: Uint8Array, maxFeePerGas: bigint): Promise<bigint> => {
  const [own, elsewhere] = await Promise.all([
    readNumber(ask, 'eth_estimateGas', [{ to: NOBODY, data: toHex(data) }]),
    ask('eth_call', [{ to: DATA_FEE_ORACLE, data: writeCall(DATA_FEE, [data]) }, 'latest']),
  ])
  return own + (readQuantity(elsewhere) ?? 0n) / (maxFeePerGas || 1n)
}

/** What a bundler keeps whole, however much it took: bounded by what the network asks for the same bytes (SEC-55). */
const checkPreVerificationGas = async (chain: Chain, operation: UserOperation): Promise<void> => {
  const { callData, preVerificationGas, maxFeePerGas } = operation
  const data = concatBytes(
    initCodeOf(operation),
    fromHex(callData),
    paymasterAndDataOf(operation),
    fromHex(STUB_SIGNATURE),
  )
  if (preVerificationGas <= MOST_TIMES * (TRANSACTION_GAS + BYTE_GAS * BigInt(data.length))) return
  if (preVerificationGas <= MOST_TIMES * (await estimateBytes(chain, data, maxFeePerGas))) return
  throw new CallError({ message: 'The bundler asks far more than the network', code: -32603, reason: 'FEES_UNUSUAL' })
}

/** Nodes and bundlers word it each in their way; pages know this one. */
export const lacksCoin = (): CallError =>
  new CallError({ message: 'insufficient funds for gas * price + value', code: -32000, reason: 'COIN_LACKING' })

const sumGas = ({ callGasLimit, verificationGasLimit, preVerificationGas, paymaster }: UserOperation): bigint =>
  callGasLimit +
  verificationGasLimit +
  preVerificationGas +
  (paymaster ? paymaster.verificationGasLimit + paymaster.postOpGasLimit : 0n)

/** Fills what carries out these calls for the owner's account. `isSponsored`: the gateway has a sponsor to ask. Throws a `CallError`. */
export const fillOperation = async (
  calls: readonly AccountCall[],
  {
    owner,
    chain,
    isSponsored,
    mustBeSponsored,
  }: { readonly owner: Hex; readonly chain: Chain; readonly isSponsored: boolean; readonly mustBeSponsored: boolean },
): Promise<FilledOperation> => {
  const sender = safeAddressOf(owner)
  const [deployment, nonce, fees, balance] = await Promise.all([
    readDeployment(chain, owner),
    readOperationNonce(chain, sender),
    readOperationFees(chain),
    readNumber(chain.ask, 'eth_getBalance', [sender, 'latest']),
  ])
  const spent = calls.reduce((sum, { value }) => sum + value, 0n)
  if (balance < spent) throw lacksCoin()
  const bare: UserOperation = {
    sender,
    nonce,
    deployment,
    callData: writeCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    ...fees,
  }
  const paymaster = isSponsored
    ? // Where nobody pays for it the account does, and the screen says so.
      await askSponsor(chain, 'pm_getPaymasterStubData', bare).catch(() => undefined)
    : undefined
  if (mustBeSponsored && !paymaster)
    throw new CallError({ message: 'Nobody pays for this', code: 5700, reason: 'SPONSOR_REFUSED' })
  const draft = { ...bare, paymaster }
  let gas: BundlerResult<'eth_estimateUserOperationGas'>
  try {
    gas = await callBundler(chain, 'eth_estimateUserOperationGas', [toBundlerForm(draft, STUB_SIGNATURE), ENTRY_POINT])
  } catch (error) {
    // AA21: the account cannot pay in advance. Source: EntryPoint 0.7.
    if (error instanceof CallError && /AA21/u.test(error.told.message)) throw lacksCoin()
    throw error
  }
  const operation: UserOperation = {
    ...draft,
    callGasLimit: bounded(gas.callGasLimit),
    verificationGasLimit: bounded(gas.verificationGasLimit),
    preVerificationGas: bounded(gas.preVerificationGas),
    paymaster: paymaster && {
      ...paymaster,
      verificationGasLimit: bounded(gas.paymasterVerificationGasLimit) || paymaster.verificationGasLimit,
      postOpGasLimit: bounded(gas.paymasterPostOpGasLimit) || paymaster.postOpGasLimit,
    },
  }
  await checkPreVerificationGas(chain, operation)
  const fee = sumGas(operation) * operation.maxFeePerGas
  if (!paymaster && balance < spent + fee) throw lacksCoin()
  return { operation, isSponsored: paymaster !== undefined, fee }
}
