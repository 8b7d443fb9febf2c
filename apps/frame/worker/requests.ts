/** Requests that wait for a person: what would be signed is filled, checked and kept here, so that what was shown is what is signed. */

import type { Hex } from '@latchkey/wire/guard'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/wire/signInMessage'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { CallError, invalid, notServed } from '../channel/CallError.ts'
import { DELEGATION_MANAGER } from './evm/delegation/contracts.ts'
import type { Delegations } from './evm/delegation/createDelegations.ts'
import { type FilledTransaction, fillTransaction, readNonce } from './evm/fillTransaction.ts'
import { hashTypedData, readTypedData } from './evm/hashTypedData.ts'
import { fromHex, isHex, toHex } from './evm/hex.ts'
import { hashPersonalMessage, signDigest, signTransaction } from './evm/signTransaction.ts'
import { checkCall } from './evm/smartAccount/callsRequest.ts'
import { SAFE_MODULE } from './evm/smartAccount/contracts.ts'
import type { SmartAccounts, SmartSigner } from './evm/smartAccount/createSmartAccounts.ts'
import { safeAddressOf } from './evm/smartAccount/safeAccount.ts'
import type { AccountType, FrameRequest, KeyAccount, SignInFields } from './keyTasks.ts'
import type { AskNetwork } from './node.ts'
import type { Ready } from './ready.ts'
import * as solana from './solana/signTransaction.ts'

type Around = {
  readonly account: KeyAccount
  readonly network: string
  /** Which of the account's addresses on eip155 is asked. */
  readonly type: AccountType
  readonly ask: AskNetwork
  readonly smart: SmartAccounts
  readonly delegations: Delegations
}

const listOf = (params: unknown): readonly unknown[] => {
  if (!Array.isArray(params)) throw invalid('The parameters are no list')
  return params
}

/** A message says whom it is for: nobody else's is signed (SEC-48). */
const checkAccount = (named: unknown, account: string): void => {
  if (typeof named !== 'string' || named.toLowerCase() !== account.toLowerCase())
    throw invalid('That is not the account here')
}

/** Bytes of a hash. */
const HASH_LENGTH = 32

const readyText = (bytes: Uint8Array<ArrayBuffer>, account: string, smart: SmartSigner | undefined): Ready => {
  const subject = { kind: 'message', bytes: toHex(bytes) } as const
  if (smart) return { ...smart.ready(hashPersonalMessage(bytes)), subject }
  // A Safe takes an owner's signature over a message that is a hash for one over what the hash stands for: calls that nobody saw.
  if (bytes.length === HASH_LENGTH) throw invalid('A hash is not signed')
  return { account, subject, sign: async (keyring) => signDigest(hashPersonalMessage(bytes), keyring.signEvm) }
}

const prepareText = (params: readonly unknown[], account: string, smart: SmartSigner | undefined): Ready => {
  const [text, named] = params
  checkAccount(named, account)
  if (typeof text !== 'string') throw invalid('There is no text')
  return readyText(isHex(text) ? fromHex(text) : Uint8Array.from(utf8ToBytes(text)), account, smart)
}

const prepareTypedData = (
  params: readonly unknown[],
  account: string,
  network: string,
  smart: SmartSigner | undefined,
): Ready => {
  const [named, given] = params
  checkAccount(named, account)
  const data = readTypedData(given)
  const digest = hashTypedData(data)
  const { chainId, verifyingContract } = data.domain
  // Signed for one network, it must not hold on another (SEC-47).
  if (chainId !== undefined && `eip155:${BigInt(chainId as string | number)}` !== network)
    throw invalid('The typed data is for another network')
  const subject = { kind: 'typedData', data } as const
  if (smart) return { ...smart.ready(digest), subject }
  // By the owner's signature over these an account acts, or lets others act: that is shown as such, and never as typed data (SEC-53, SEC-54).
  const contract = typeof verifyingContract === 'string' ? verifyingContract.toLowerCase() : ''
  if (
    [SAFE_MODULE, safeAddressOf(account as Hex), DELEGATION_MANAGER, account].some(
      (own) => own.toLowerCase() === contract,
    )
  )
    throw invalid('What lets an account act is not signed as typed data')
  return {
    account,
    subject,
    sign: async (keyring) => signDigest(digest, keyring.signEvm),
  }
}

/** Sends once. Where no answer came it may have left all the same, so that its hash is the answer, and nothing sends it again. */
const sendOnce = async (send: () => Promise<unknown>, hash: string): Promise<string> => {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof CallError && error.told.reason === 'NETWORK_FAILED')) throw error
  }
  return hash
}

const prepareTransaction = async (
  wanted: unknown,
  account: string,
  { account: { smartAccount }, network, ask }: Around,
): Promise<Ready> => {
  if (!isHex(account, 20)) throw invalid('That is not the account here')
  const askHere = (method: string, params: readonly unknown[]) => ask(network, method, params)
  const filled: FilledTransaction = await fillTransaction(wanted, { account, network, ask: askHere })
  const { transaction, isNonceGiven } = filled
  const { to, data } = transaction
  if (to !== undefined) checkCall({ to, data }, { account, smartAccount })
  return {
    account,
    subject: { kind: 'transaction', transaction },
    sign: async (keyring) => {
      // Another transaction may have been sent while this one was looked at, and would be replaced by one with its number.
      const nonce = isNonceGiven ? transaction.nonce : await readNonce(askHere, account)
      const { raw, hash } = signTransaction(
        { ...transaction, nonce },
        BigInt(network.slice('eip155:'.length)),
        keyring.signEvm,
      )
      return sendOnce(() => askHere('eth_sendRawTransaction', [raw]), hash)
    },
  }
}

const noneOfSmart = (): CallError =>
  new CallError({
    message: 'A smart account lets nobody act in its name. The standard account does',
    code: 4200,
    reason: 'PERMISSION_REFUSED',
  })

const prepareEvm = async (request: FrameRequest, around: Around): Promise<Ready> => {
  const { account: holder, network, type, smart, delegations } = around
  const account = type === 'smartAccount' ? holder.smartAccount : holder.addresses.eip155
  const signer = type === 'smartAccount' ? smart.signer(holder, network) : undefined
  if (request.method === 'personal_sign') return prepareText(listOf(request.params), account, signer)
  if (request.method === 'eth_signTypedData_v4')
    return prepareTypedData(listOf(request.params), account, network, signer)
  if (request.method === 'eth_sendTransaction') {
    const [wanted] = listOf(request.params)
    if (type === 'smartAccount') return smart.prepareTransaction(wanted, holder, network)
    return prepareTransaction(wanted, account, around)
  }
  if (request.method === 'wallet_sendCalls') {
    const [wanted] = listOf(request.params)
    return (type === 'smartAccount' ? smart : delegations).prepareCalls(wanted, holder, network)
  }
  if (request.method === 'wallet_grantPermissions' || request.method === 'wallet_requestExecutionPermissions') {
    // No contract that could hold a Safe to limits is among those that are pinned here.
    if (type === 'smartAccount') throw noneOfSmart()
    const [wanted, ...others] = listOf(request.params)
    if (others.length > 0) throw invalid('One permission is asked for at a time')
    return delegations.prepareGrant(wanted, holder, network)
  }
  if (request.method === 'wallet_revokeExecutionPermission' || request.method === 'wallet_revokePermissions') {
    const [wanted] = listOf(request.params)
    return delegations.prepareEndOf(wanted)
  }
  throw notServed(request.method)
}

const prepareSolana = (request: FrameRequest, { account: { addresses }, network, ask }: Around): Ready => {
  const account = addresses.solana
  if (request.method === 'solana_signMessage') {
    const { message, pubkey } = request.params
    if (pubkey !== account) throw invalid('That is not the account here')
    const bytes = solana.readText(message)
    return {
      account,
      subject: { kind: 'solanaMessage', bytes },
      sign: async (keyring) => ({ signature: base58.encode(keyring.signSolana(bytes)) }),
    }
  }
  const texts =
    request.method === 'solana_signAllTransactions'
      ? request.params.transactions
      : request.method === 'solana_signTransaction' || request.method === 'solana_signAndSendTransaction'
        ? [request.params.transaction]
        : []
  if (texts.length === 0) throw notServed(request.method)
  const transactions = texts.map((text) => solana.readTransaction(text, account))
  const isSent = request.method === 'solana_signAndSendTransaction'
  return {
    account,
    subject: { kind: 'solanaTransactions', transactions: transactions.map(({ bytes }) => bytes), isSent },
    sign: async (keyring) => {
      const signed = transactions.map((transaction) => solana.signTransaction(transaction, keyring.signSolana))
      const [first] = signed
      const [read] = transactions
      if (request.method === 'solana_signAllTransactions')
        return { transactions: signed.map((bytes) => base58.encode(bytes)) }
      if (!first || !read) throw notServed(request.method)
      if (request.method !== 'solana_signAndSendTransaction') return { transaction: base58.encode(first) }
      if (!solana.isWhole(first, read)) throw invalid('The transaction lacks the signature of another account')
      const signature = solana.nameOf(first)
      const options = { ...request.params.options, encoding: 'base64' }
      return {
        signature: await sendOnce(() => ask(network, 'sendTransaction', [base64.encode(first), options]), signature),
      }
    },
  }
}

/** Fills and checks a request. Throws a `CallError`. */
export const prepareRequest = async (request: FrameRequest, around: Around): Promise<Ready> =>
  around.network.startsWith('solana:') ? prepareSolana(request, around) : prepareEvm(request, around)

/** What stands for the account's address in a text that is made before it is known. */
const PLACEHOLDER = '<<AccountAddress>>'

/** How long a sign-in may be good at most where nobody asks (ms). Source: SEC-39. */
const MOST_LIFE = 24 * 60 * 60_000

const fill = (fields: SignInFields, address: string, now: number): SignInFields & { readonly text: string } => {
  const { serializedMessage } = fields
  if (serializedMessage !== undefined)
    return { ...fields, accountAddress: address, text: serializedMessage.replaceAll(PLACEHOLDER, address) }
  const issuedAt = fields.issuedAt ?? new Date(now).toISOString()
  const expirationTime = fields.expirationTime ?? new Date(now + MOST_LIFE).toISOString()
  const { domain, uri, nonce, statement, notBefore, requestId, resources } = fields
  const filled = { ...fields, accountAddress: address, issuedAt, expirationTime }
  try {
    const text = formatSignInMessage({
      domain,
      uri,
      nonce,
      address,
      version: '1',
      networkId: fields.chainId as SignInMessage['networkId'],
      issuedAt,
      expirationTime,
      ...(statement !== undefined && { statement }),
      ...(notBefore !== undefined && { notBefore }),
      ...(requestId !== undefined && { requestId }),
      ...(resources !== undefined && { resources }),
    })
    return { ...filled, text }
  } catch (error) {
    throw error instanceof TypeError ? invalid(error.message) : error
  }
}

/** Whether a text may be signed without a question: a strict one, for exactly the page around the frame, for a day at most (SEC-39). */
const isPlainSignIn = (
  text: string,
  {
    host,
    address,
    network,
    now,
  }: { readonly host: string; readonly address: string; readonly network: string; readonly now: number },
): boolean => {
  const read = parseSignInMessage(text)
  if (!read.ok) return false
  const { domain, uri, networkId, expirationTime, resources, address: named } = read.message
  const page = new URL(host)
  const lasts = expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTime) - now
  return (
    domain === page.host &&
    new URL(uri).origin === page.origin &&
    named === address &&
    networkId === network &&
    resources === undefined &&
    lasts <= MOST_LIFE
  )
}

/** A sign-in text of eip155, with the account in it. */
export const prepareSignIn = (
  fields: SignInFields,
  {
    account,
    network,
    type,
    smart,
    host,
    now,
  }: Omit<Around, 'ask' | 'delegations'> & { readonly host: string; readonly now: number },
): { readonly ready: Ready; readonly text: string; readonly fields: SignInFields; readonly isPlain: boolean } => {
  const address = type === 'smartAccount' ? account.smartAccount : account.addresses.eip155
  if (!network.startsWith('eip155:')) throw invalid('Sign-in in one step is for accounts of eip155')
  const { text, ...filled } = fill(fields, address, now)
  return {
    text,
    fields: filled,
    isPlain: isPlainSignIn(text, { host, address, network, now }),
    ready: readyText(
      Uint8Array.from(utf8ToBytes(text)),
      address,
      type === 'smartAccount' ? smart.signer(account, network) : undefined,
    ),
  }
}
