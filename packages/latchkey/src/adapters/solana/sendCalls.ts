/**
 * Transfers and other calls of programs on Solana: built, weighed by simulation, signed by the wallet and sent. Loaded at
 * the first send. Sources: F-30 and F-38; Solana, "SPL Token", "Compute Budget".
 */

import { FailureError } from '../../core/errors/failure.ts'
import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import type { Services } from '../../core/services/ports.ts'
import type { Connection, ProgramCalls, SendRequest } from '../../core/types/adapter.ts'
import { toBase58 } from '../../core/values/base58.ts'
import { deriveTokenAccount } from '../../core/values/deriveProgramAddress.ts'
import { parseAddress } from './address.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { isPublicNetwork } from './chains.ts'
import { type ChainRpc, listLamportLines, NodeRefusal } from './createChainRpc.ts'
import { createSigner, describeStep, nameFailure, type TransactionSigner } from './walletCalls.ts'
import { decodeTransaction, encodeMessage, encodeUnsigned, type SolanaInstruction, TRANSACTION_LIMIT } from './wire.ts'

/** What sending takes besides the connection. */
export type SendSurroundings = { readonly rpc: ChainRpc } & Pick<Services, 'logger' | 'clock'>

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

/** Most compute units that one transaction may take. Source: Solana, `MAX_COMPUTE_UNIT_LIMIT`. */
const UNIT_LIMIT = 1_400_000

/** Highest price that we offer by ourselves, in micro-lamports a unit: at most 0.0002 SOL for 200,000 units. */
export const UNIT_PRICE_LIMIT = 1_000_000n

/** How long a blockhash serves at the least, in ms: 150 blocks of 400 ms. Source: Solana, `MAX_PROCESSING_AGE`. */
export const BLOCKHASH_LIFE_MS = 60_000

/** Sends SOL or a token and gives the signature in base58. Rejects with `OPTION_INVALID` for a request that cannot be right. */
export async function sendTransfer(
  surroundings: SendSurroundings,
  connection: Connection,
  request: SendRequest,
): Promise<string> {
  const signer = createSigner(connection, surroundings.logger)
  if (!signer.sign && !signer.signAndSend) throw unable(connection)
  const payer = connection.accounts[0]?.address ?? ''
  const instructions = await named(connection, 'send', () => buildTransfer(surroundings.rpc, payer, request))
  return sendInstructions(surroundings, connection, instructions)
}

/**
 * Sends some calls as one transaction of the active account. Rejects with `SOLANA_TX_EXPIRED` when it was thought over for so long
 * that it cannot be carried out any more, whether a node or the chain's height says so (F-38).
 */
export async function sendInstructions(
  surroundings: SendSurroundings,
  connection: Connection,
  instructions: readonly SolanaInstruction[],
  tables?: ProgramCalls['tables'],
): Promise<string> {
  const { rpc, logger, clock } = surroundings
  const payer = connection.accounts[0]?.address ?? ''
  const signer = createSigner(connection, logger)
  const preparedAt = clock.now()
  let lastHeight = Number.NaN
  // Tables need version 0; a wallet that does not know it may still have room for all addresses.
  const version = tables && signer.versions.includes(0) ? 0 : signer.versions.includes('legacy') ? 'legacy' : 0
  const transaction = await named(connection, 'send', async () => {
    const budget = await planBudget(rpc, payer, { instructions, version, tables })
    const { blockhash, lastValidBlockHeight } = await fetchBlockhash(rpc)
    lastHeight = Number(lastValidBlockHeight)
    const message = encodeMessage({ payer, blockhash, instructions: [...budget, ...instructions], version, tables })
    const bytes = encodeUnsigned(message)
    if (bytes.length > TRANSACTION_LIMIT) throw invalid(`A transaction has at most ${TRANSACTION_LIMIT} bytes.`)
    return bytes
  })
  const id = await submit(surroundings, connection, transaction, signer)
  if (clock.now() - preparedAt < BLOCKHASH_LIFE_MS || !(await isLost(rpc, id, lastHeight))) return id
  const context = describeStep('send', connection.connector, connection.networkId)
  throw new FailureError('SOLANA_TX_EXPIRED', 'The network never saw this transaction, and its time is over.', context)
}

/**
 * Lets the wallet sign a transaction and sends it: by the wallet's own node on public networks, by the site's otherwise.
 * Resolves with the signature in base58 as soon as the transaction has left.
 */
export async function submit(
  { rpc, logger }: SendSurroundings,
  connection: Connection,
  transaction: Uint8Array,
  signer: TransactionSigner = createSigner(connection, logger),
): Promise<string> {
  const { networkId } = connection
  // A wallet knows no node of a private chain: there it can only sign.
  if (signer.signAndSend && (isPublicNetwork(networkId) || !signer.sign)) return signer.signAndSend(transaction)
  const [signed] = (await signer.sign?.([transaction])) ?? []
  if (signed) return broadcast(rpc, connection, signed)
  throw unable(connection)
}

function unable({ connector, networkId }: Connection): FailureError {
  const context = describeStep('send', connector, networkId)
  return new FailureError('METHOD_NOT_GRANTED', `${connector.name} cannot sign this transaction.`, context)
}

/** Sends a signed transaction by the site's node; gives its signature in base58. */
export async function broadcast(rpc: ChainRpc, connection: Connection, signed: Uint8Array): Promise<string> {
  return named(connection, 'send', async () => {
    const signature = decodeTransaction(signed)?.signatures[0]
    if (!signature) throw new Error('the wallet answered no transaction')
    const id = toBase58(signature)
    try {
      const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
      await rpc.request('sendTransaction', [toBase64(signed), options])
    } catch (error) {
      // A wallet that has sent by itself, or a second try, makes the node refuse what it knows already (F-38).
      if (!(error instanceof NodeRefusal)) throw error
      if (await isKnown(rpc, id)) return id
      if (!error.mayHaveArrived) throw error
      // Called expired, it would be prepared again, and the one that nobody answered could land beside it.
      const context = describeStep('send', connection.connector, connection.networkId)
      throw new FailureError('REQUEST_UNANSWERED', 'A node gave no answer to this transaction.', context, error)
    }
    return id
  })
}

/** A transfer as bytes with room for its signature, for whoever looks at it before it is sent. */
export async function prepareTransfer(rpc: ChainRpc, payer: string, request: SendRequest): Promise<Uint8Array> {
  const [instructions, blockhash] = await Promise.all([
    buildTransfer(rpc, payer, request),
    // Nobody signs this one, and a simulation puts another one in the place; what it costs is said for a real one alone.
    fetchBlockhash(rpc).then(
      (latest) => latest.blockhash,
      () => SYSTEM_PROGRAM,
    ),
  ])
  return encodeUnsigned(encodeMessage({ payer, blockhash, instructions, version: 'legacy' }))
}

/** What a transfer of SOL would cost in lamports, its fee alone. Source: Solana, `getFeeForMessage`. */
export async function fetchTransferFee(
  rpc: ChainRpc,
  payer: string,
  request: { to: string; amount: bigint },
): Promise<bigint> {
  const instructions = await buildTransfer(rpc, payer, request)
  const { blockhash } = await fetchBlockhash(rpc)
  const message = encodeMessage({ payer, blockhash, instructions, version: 'legacy' })
  const answer = await rpc.request('getFeeForMessage', [toBase64(message), { commitment: 'confirmed' }])
  return demandAmount(readValue(answer), 'getFeeForMessage')
}

/** How far a transaction is. Source: Solana, `getSignatureStatuses`; what is confirmed is not undone in practice. */
export async function fetchStatus(
  rpc: ChainRpc,
  id: string,
  signal: AbortSignal,
): Promise<'pending' | 'success' | 'reverted'> {
  const answer = readValue(
    await rpc.request('getSignatureStatuses', [[id], { searchTransactionHistory: true }], signal),
  )
  const [status] = Array.isArray(answer) ? answer : []
  if (typeof status !== 'object' || status === null) return 'pending'
  const { err, confirmationStatus } = status as { err?: unknown; confirmationStatus?: unknown }
  if (err) return 'reverted'
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' ? 'success' : 'pending'
}

/** Balance of an address in lamports. */
export async function fetchLamports(rpc: ChainRpc, address: string, signal?: AbortSignal | undefined): Promise<bigint> {
  const answer = await rpc.request('getBalance', [address, { commitment: 'confirmed' }], signal)
  return demandAmount(readValue(answer), 'getBalance')
}

/** The calls of a transfer. Reads the chain for tokens only. */
export async function buildTransfer(
  rpc: ChainRpc,
  payer: string,
  { to, amount, token }: SendRequest,
): Promise<readonly SolanaInstruction[]> {
  if (!parseAddress(to)) throw invalid('The receiver is no Solana address.')
  if (typeof amount !== 'bigint' || amount <= 0n || amount >= 2n ** 64n)
    throw invalid('The amount is above 0 and fits into 64 bits.')
  if (token) return buildTokenTransfer(rpc, payer, { to, amount, token })
  return [
    {
      programAddress: SYSTEM_PROGRAM,
      accounts: [
        { address: payer, role: 3 },
        { address: to, role: 1 },
      ],
      data: joinNumbers([4, 2n], [8, amount]),
    },
  ]
}

async function buildTokenTransfer(
  rpc: ChainRpc,
  payer: string,
  {
    to,
    amount,
    token: { address: mint, decimals },
  }: Required<Pick<SendRequest, 'to' | 'amount'>> & {
    readonly token: NonNullable<SendRequest['token']>
  },
): Promise<readonly SolanaInstruction[]> {
  const mintBytes = parseAddress(mint)
  if (!mintBytes) throw invalid('The token is no Solana address.')
  // The owner of the mint says which program it is; asked for both at once.
  const programs = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
  const ownOf = programs.map((program) => demandTokenAccount(program, mint, to))
  const [mintAccount, receiver, ...holders] = await fetchAccounts(rpc, [mint, to, ...ownOf])
  const program = mintAccount?.owner ?? ''
  const index = programs.indexOf(program)
  if (!mintAccount || index === -1 || !isMint(mintAccount.data)) throw invalid('The token is no mint on this network.')
  if (mintAccount.data[44] !== decimals) throw invalid(`The token has ${mintAccount.data[44]} decimals.`)
  const isOwnedByToken = programs.includes(receiver?.owner ?? '')
  const isHolder =
    receiver?.owner === program &&
    isTokenAccount(receiver.data) &&
    mintBytes.every((byte, at) => byte === receiver.data[at])
  // A mint, or an account of another token, would keep what it gets for ever.
  if (isOwnedByToken && !isHolder) throw invalid('The receiver is an account of another token.')
  const target = isHolder ? to : (ownOf[index] ?? to)
  const create: SolanaInstruction = {
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: payer, role: 3 },
      { address: target, role: 1 },
      { address: to, role: 0 },
      { address: mint, role: 0 },
      { address: SYSTEM_PROGRAM, role: 0 },
      { address: program, role: 0 },
    ],
    // CreateIdempotent: no error when somebody else was quicker.
    data: Uint8Array.of(1),
  }
  const transfer: SolanaInstruction = {
    programAddress: program,
    accounts: [
      { address: demandTokenAccount(program, mint, payer), role: 1 },
      { address: mint, role: 0 },
      { address: target, role: 1 },
      { address: payer, role: 2 },
    ],
    // TransferChecked
    data: joinNumbers([1, 12n], [8, amount], [1, BigInt(decimals)]),
  }
  return isHolder || holders[index] ? [transfer] : [create, transfer]
}

/** The account in which somebody holds a token. */
function demandTokenAccount(program: string, mint: string, owner: string): string {
  const derived = deriveTokenAccount({ owner, mint, program })
  if (derived) return derived
  throw invalid('The account of this token could not be found.')
}

/** Calls as bytes with room for their signature, for whoever looks at them before they are sent. */
export function prepareCalls(payer: string, { calls, tables }: ProgramCalls): Uint8Array {
  const version = tables ? 0 : 'legacy'
  return encodeUnsigned(encodeMessage({ payer, blockhash: SYSTEM_PROGRAM, instructions: calls, version, tables }))
}

/**
 * Limit and price for what the calls take, by simulation; none where the node does not simulate. A simulation that fails is
 * the failure itself, told before the wallet is asked.
 */
async function planBudget(
  rpc: ChainRpc,
  payer: string,
  parameters: Pick<Parameters<typeof encodeMessage>[0], 'instructions' | 'version' | 'tables'>,
): Promise<readonly SolanaInstruction[]> {
  const { instructions, version, tables } = parameters
  // A site that has set its own is not overruled.
  if (instructions.some(({ programAddress }) => programAddress === COMPUTE_BUDGET_PROGRAM)) return []
  const tried = [...toBudget(UNIT_LIMIT, 0n), ...instructions]
  const message = encodeMessage({ payer, blockhash: SYSTEM_PROGRAM, instructions: tried, version, tables })
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' }
  const [answer, price] = await Promise.all([
    rpc.request('simulateTransaction', [toBase64(encodeUnsigned(message)), options]).catch(leaveOutage),
    fetchUnitPrice(rpc, payer, instructions),
  ])
  const { err, logs, unitsConsumed } = (readValue(answer) ?? {}) as Record<string, unknown>
  if (err) throw new NodeRefusal(-32002, [toSimulationText(err), ...listLamportLines(logs)].join('\n'))
  const units = Number(unitsConsumed)
  return units > 0 ? toBudget(Math.min(UNIT_LIMIT, Math.ceil(units * 1.1) + 100), price) : []
}

/** No node that simulates: the wallet then chooses the budget. */
function leaveOutage(error: unknown): undefined {
  if (error instanceof NodeRefusal) throw error
}

function toBudget(units: number, price: bigint): readonly SolanaInstruction[] {
  return [
    { programAddress: COMPUTE_BUDGET_PROGRAM, data: joinNumbers([1, 2n], [4, BigInt(units)]) },
    { programAddress: COMPUTE_BUDGET_PROGRAM, data: joinNumbers([1, 3n], [8, price]) },
  ]
}

/** The middle of what was paid lately for the same accounts, in micro-lamports a unit; 0 where nobody says. */
async function fetchUnitPrice(
  rpc: ChainRpc,
  payer: string,
  instructions: readonly SolanaInstruction[],
): Promise<bigint> {
  const writable = instructions
    .flatMap(({ accounts = [] }) => accounts)
    .flatMap(({ address, role }) => (role & 1 ? [address] : []))
  const keys = [...new Set([payer, ...writable])]
  // A node that does not say leaves the fee at its least.
  const answer = await rpc.request('getRecentPrioritizationFees', [keys]).catch(() => undefined)
  const fees = (Array.isArray(answer) ? (answer as { prioritizationFee?: unknown }[]) : [])
    .map((entry) => Number(entry?.prioritizationFee))
    .filter((fee) => Number.isSafeInteger(fee) && fee > 0)
    .sort((a, b) => a - b)
  const middle = BigInt(fees[Math.floor(fees.length / 2)] ?? 0)
  return middle > UNIT_PRICE_LIMIT ? UNIT_PRICE_LIMIT : middle
}

/** The runtime's names for what `sendTransaction` says in words. Source: Solana, `TransactionError`. */
const SIMULATION_TEXTS: Readonly<Record<string, string>> = {
  AccountNotFound: 'attempt to debit an account but found no record of a prior credit',
  InsufficientFundsForFee: 'insufficient funds for fee',
  InsufficientFundsForRent: 'insufficient funds for rent',
  BlockhashNotFound: 'blockhash not found',
}

function toSimulationText(err: unknown): string {
  const name = typeof err === 'string' ? err : Object.keys(err as object)[0]
  return `Transaction simulation failed: ${SIMULATION_TEXTS[name ?? ''] ?? JSON.stringify(err)}`
}

/** The newest blockhash, and the last block that a transaction with it may be in. */
async function fetchBlockhash(rpc: ChainRpc): Promise<{ blockhash: string; lastValidBlockHeight?: unknown }> {
  const answer = await rpc.request('getLatestBlockhash', [{ commitment: 'confirmed' }])
  const { blockhash, lastValidBlockHeight } = (readValue(answer) ?? {}) as Record<string, unknown>
  if (typeof blockhash === 'string' && parseAddress(blockhash)) return { blockhash, lastValidBlockHeight }
  throw new Error('getLatestBlockhash answered no blockhash')
}

/**
 * Whether a transaction that a wallet says it sent can never land: blocks that nobody takes back any more are past the last one it
 * may be in, and the chain does not know it. A node that does not say is no proof.
 */
async function isLost(rpc: ChainRpc, id: string, lastHeight: number): Promise<boolean> {
  // A node that does not answer proves nothing.
  const ask = (method: string, params: readonly unknown[]) => rpc.request(method, params).catch(() => undefined)
  if (!(Number(await ask('getBlockHeight', [{ commitment: 'finalized' }])) > lastHeight)) return false
  const statuses = readValue(await ask('getSignatureStatuses', [[id], { searchTransactionHistory: true }]))
  return Array.isArray(statuses) && statuses[0] === null
}

async function isKnown(rpc: ChainRpc, id: string): Promise<boolean> {
  // A node that does not answer proves nothing.
  const answer = await rpc.request('getSignatureStatuses', [[id]]).catch(() => undefined)
  const [status] = (readValue(answer) ?? []) as readonly ({ err?: unknown } | null)[]
  return status !== null && status !== undefined && !status.err
}

type ChainAccount = { readonly owner: string; readonly data: Uint8Array }

async function fetchAccounts(
  rpc: ChainRpc,
  addresses: readonly string[],
): Promise<readonly (ChainAccount | undefined)[]> {
  const answer = await rpc.request('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'confirmed' }])
  const list = readValue(answer)
  if (!Array.isArray(list) || list.length !== addresses.length) throw new Error('getMultipleAccounts answered no list')
  return list.map((account: { owner?: unknown; data?: unknown } | null) => {
    const [data] = Array.isArray(account?.data) ? (account.data as readonly unknown[]) : []
    return typeof account?.owner === 'string' && typeof data === 'string'
      ? { owner: account.owner, data: fromBase64(data) }
      : undefined
  })
}

/** Sizes and the byte that tells accounts with extensions apart. Source: SPL Token and Token-2022, state layouts. */
const MINT_LENGTH = 82
const TOKEN_ACCOUNT_LENGTH = 165

function isMint(data: Uint8Array): boolean {
  return data.length === MINT_LENGTH || (data.length > TOKEN_ACCOUNT_LENGTH && data[TOKEN_ACCOUNT_LENGTH] === 1)
}

function isTokenAccount(data: Uint8Array): boolean {
  return data.length === TOKEN_ACCOUNT_LENGTH || data[TOKEN_ACCOUNT_LENGTH] === 2
}

/** Numbers one after the other, each in so many bytes, the lowest byte first. */
function joinNumbers(...numbers: readonly (readonly [length: number, value: bigint])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([length, value]) =>
      Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n)),
    ),
  )
}

function readValue(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : undefined
}

function demandAmount(value: unknown, method: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return BigInt(value)
  throw new Error(`${method} answered no amount`)
}

/** Runs a part of a send; what a node refuses gets its name there. */
async function named<Value>(connection: Connection, step: 'send', run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof LatchkeyError) throw error
    throw nameFailure(error, step, connection.connector, { networkId: connection.networkId, family: 'solanaRpc' })
  }
}

function invalid(text: string): LatchkeyError {
  return new LatchkeyError('OPTION_INVALID', text)
}
