/**
 * What a connected Solana wallet is asked to do, with every failure named. Loaded at the first gesture that needs it.
 * Sources: Wallet Standard; F-03, F-08, F-37.
 */
import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import { type FailureContext, FailureError, type FailureStep } from '../../core/errors/failure.ts'
import { type FailureFamily, toFailure } from '../../core/errors/toFailure.ts'
import type { Services } from '../../core/services/ports.ts'
import type { Connection, Connector, SavedConnection, SignedMessage, SignInFields } from '../../core/types/adapter.ts'
import type { Network, NetworkId } from '../../core/types/network.ts'
import { fromBase58, toBase58 } from '../../core/values/base58.ts'
import { isBySession } from '../../core/values/connectorKinds.ts'
import { settleWithin, untilAborted } from '../../evm/timing.ts'
import { listChains } from '../standard/features.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { findSameNetwork, isPublicNetwork, toWalletChain } from './chains.ts'
import { getSolanaFeature, getStandardWallet, listWalletAccounts, parseWalletAccounts, toAccounts } from './wallet.ts'
import { decodeTransaction, encodeTransaction, type MessageVersion, readMessage, SIGNATURE_LENGTH } from './wire.ts'

/** Most letters of a signature in base58, whose decoding takes long where a text is long. */
const SIGNATURE_LETTERS = 88

/** What the wallet of a connection can do with transactions, given as bytes. An ability that it lacks is absent. */
export type TransactionSigner = {
  /** Message formats that it takes. */
  readonly versions: readonly MessageVersion[]
  readonly sign?: ((transactions: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>) | undefined
  /** Gives the signature in base58 once the wallet has sent. */
  readonly signAndSend?: ((transaction: Uint8Array) => Promise<string>) | undefined
}

/** What surrounds a failure of this connector. */
export function describeStep(step: FailureStep, connector: Connector, networkId?: NetworkId): FailureContext {
  return { step, namespace: 'solana', connectorId: connector.id, walletName: connector.name, networkId }
}

/** Names what a wallet, a session or a node threw. */
export function nameFailure(
  error: unknown,
  step: FailureStep,
  connector: Connector,
  options: { networkId?: NetworkId | undefined; family?: FailureFamily | undefined } = {},
): FailureError {
  const family = options.family ?? (isBySession(connector) ? 'walletConnect' : 'walletStandard')
  return toFailure(error, describeStep(step, connector, options.networkId), { family })
}

/** Opens the wallet for its accounts. Rejects with `ACCOUNT_NOT_SHARED` when it gives none, with the signal's reason when aborted. */
export async function requestConnection(
  connector: Connector,
  options: { network: Network; address?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Connection> {
  const { network, address, signal } = options
  const accounts = await untilAborted(askAccounts(connector, 'connect'), signal)
  if (accounts.length === 0) {
    const context = describeStep('connect', connector, network.caipNetworkId)
    throw new FailureError('ACCOUNT_NOT_SHARED', `${connector.name} shared no account.`, context)
  }
  return toConnection(connector, accounts, { networkId: network.caipNetworkId, address })
}

/**
 * Asks for a connection that was made before, silently. Null when the wallet shares nothing any more, which some say by
 * refusing; of two wallets with one name only the one that still has the visitor's account is theirs (SEC-89).
 */
export async function restoreConnection(
  connector: Connector,
  saved: SavedConnection,
  networks: readonly Network[],
): Promise<Connection | null> {
  const accounts = await askAccounts(connector, 'restore').catch((error: FailureError) => {
    if (error.code === 'USER_REJECTED' || error.code === 'ACCOUNT_NOT_SHARED') return []
    throw error
  })
  const isTheirs = !connector.isLookalike || !saved.address || accounts.some(({ address }) => address === saved.address)
  if (accounts.length === 0 || !isTheirs) return null
  const own = networks.filter(({ chainNamespace }) => chainNamespace === 'solana')
  // The network is the site's choice alone; one that it has dropped meanwhile is no longer chosen.
  const networkId = (findSameNetwork(own, saved.networkId) ?? own[0])?.caipNetworkId ?? saved.networkId
  return toConnection(connector, accounts, { networkId, address: saved.address })
}

async function askAccounts(connector: Connector, step: 'connect' | 'restore'): Promise<readonly WalletAccount[]> {
  try {
    const wallet = getStandardWallet(connector)
    const feature = wallet && getSolanaFeature(wallet, 'standard:connect')
    if (!feature) throw new Error(`${connector.name} cannot be connected`)
    const answer: unknown = await (step === 'restore' ? feature.connect({ silent: true }) : feature.connect())
    // Some wallets answer nothing and show their accounts on the object alone.
    const told = parseWalletAccounts((answer as { accounts?: unknown } | undefined)?.accounts)
    return told.length > 0 ? told : listWalletAccounts(wallet)
  } catch (error) {
    throw nameFailure(error, step, connector)
  }
}

function toConnection(
  connector: Connector,
  accounts: readonly WalletAccount[],
  { networkId, address }: { networkId: NetworkId; address: string | undefined },
): Connection {
  return { connector, accounts: toAccounts(accounts, address), networkId, provider: connector.provider }
}

/** Longest wait for a wallet to forget this site, in ms; some never answer, and a visitor who leaves waits for it. */
const LEAVE_LIMIT_MS = 100

/** Tells the wallet that the site is done. Never rejects: wallets without the feature, or that fail, are left as they are. */
export async function leaveWallet(
  { connector }: Connection,
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
): Promise<void> {
  const wallet = getStandardWallet(connector)
  try {
    const leaving = (wallet && getSolanaFeature(wallet, 'standard:disconnect'))?.disconnect()
    if (leaving) await settleWithin(clock, LEAVE_LIMIT_MS, leaving, undefined)
  } catch (error) {
    logger.warn('The wallet could not be disconnected; this page has forgotten it.', { wallet: connector.name, error })
  }
}

/** The active account's signature of a message, in base58. Rejects with `MESSAGE_SIGNING_UNSUPPORTED` where the wallet cannot. */
export async function signWalletMessage(
  connection: Connection,
  message: string | Uint8Array,
  logger: Services['logger'],
): Promise<string> {
  const { connector, networkId } = connection
  const { wallet, account } = demandAccount('sign', connection)
  const feature = getSolanaFeature(wallet, 'solana:signMessage')
  if (!feature) {
    const context = describeStep('sign', connector, networkId)
    throw new FailureError('MESSAGE_SIGNING_UNSUPPORTED', `${connector.name} cannot sign messages.`, context)
  }
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  try {
    const [output] = await feature.signMessage({ account, message: bytes })
    const signature = demandSignature(output?.signature)
    const signed = output?.signedMessage
    if (signed && !isSameBytes(signed, bytes)) {
      if (!includesBytes(signed, bytes)) throw new Error('the wallet signed another message')
      // Hardware wallets sign an envelope around the message.
      logger.warn(
        'The wallet signed an off-chain message envelope: check the signature against that, not the bare text.',
      )
    }
    return toBase58(signature)
  } catch (error) {
    throw nameFailure(error, 'sign', connector, { networkId })
  }
}

/**
 * Sign-in by the wallet's own form (`solana:signIn`). The message is what the wallet signed, which must begin with the
 * site's domain and the account, and hold the nonce.
 */
export async function signInByWallet(connection: Connection, fields: SignInFields): Promise<SignedMessage> {
  const { connector, networkId } = connection
  const { networkId: chain, ...rest } = fields
  // To wallets every private chain is the same one; whoever checks the message has to know which.
  const chainId = isPublicNetwork(chain) ? toWalletChain(chain) : chain
  const given = Object.entries({ ...rest, chainId }).filter(([, value]) => value !== undefined)
  try {
    const wallet = getStandardWallet(connector)
    const feature = wallet && getSolanaFeature(wallet, 'solana:signIn')
    const [output] = (await feature?.signIn(Object.fromEntries(given) as SolanaSignInInput)) ?? []
    const signature = toBase58(demandSignature(output?.signature))
    const message = new TextDecoder('utf-8', { fatal: true }).decode(output?.signedMessage)
    const address = output?.account.address ?? ''
    const opening = `${fields.domain} wants you to sign in with your Solana account:\n${address}\n`
    if (!message.startsWith(opening) || !message.split('\n').includes(`Nonce: ${fields.nonce}`))
      throw new Error('the wallet signed in with other words')
    if (address !== fields.address) {
      const text = `${connector.name} signed in with another account.`
      throw new FailureError('ACCOUNT_NOT_SHARED', text, describeStep('signIn', connector, networkId))
    }
    return { message, signature, address }
  } catch (error) {
    throw nameFailure(error, 'signIn', connector, { networkId })
  }
}

/** What the connection's wallet can do with transactions: a Standard Wallet, or one behind a session. */
export function createSigner(connection: Connection, logger: Services['logger']): TransactionSigner {
  if (isBySession(connection.connector)) return createSessionSigner(connection)
  const { connector, networkId } = connection
  const { wallet, account } = demandAccount('send', connection)
  const chain = toWalletChain(networkId)
  const signing = getSolanaFeature(wallet, 'solana:signTransaction')
  const sending = getSolanaFeature(wallet, 'solana:signAndSendTransaction')
  const warn = () => {
    const chains = listChains(account)
    if (chains.length > 0 && !chains.includes(chain))
      logger.warn('The wallet does not name this network among those of its account.', {
        wallet: connector.name,
        chain,
      })
  }
  const toInput = (transaction: Uint8Array) => ({ account, transaction, chain: chain as IdentifierString })
  const versions = listVersions(signing ?? sending)
  return {
    versions,
    sign:
      signing &&
      (async (transactions) => {
        warn()
        try {
          const outputs = await signing.signTransaction(...transactions.map(toInput))
          return transactions.map((_, index) => demandBytes(outputs[index]?.signedTransaction))
        } catch (error) {
          throw nameFailure(error, 'send', connector, { networkId })
        }
      }),
    signAndSend:
      sending &&
      (async (transaction) => {
        warn()
        try {
          const [output] = await sending.signAndSendTransaction(toInput(transaction))
          return toBase58(demandSignature(output?.signature))
        } catch (error) {
          throw nameFailure(error, 'send', connector, { networkId })
        }
      }),
  }
}

/** A wallet behind a session, which answers the whole transaction or the signature alone. */
function createSessionSigner({ connector, accounts, networkId, provider }: Connection): TransactionSigner {
  const { request } = provider as { request(call: { method: string; params: unknown }): Promise<unknown> }
  const pubkey = accounts[0]?.address ?? ''
  const signOne = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const params = { transaction: toBase64(bytes), pubkey }
    const answer = (await request({ method: 'solana_signTransaction', params })) as Record<string, unknown> | null
    if (typeof answer?.transaction === 'string') return fromBase64(answer.transaction)
    const text = String(answer?.signature)
    const signature = demandSignature(text.length > SIGNATURE_LETTERS ? undefined : fromBase58(text))
    return insertSignature(bytes, pubkey, signature)
  }
  return {
    versions: ['legacy', 0],
    sign: async (transactions) => {
      const signed: Uint8Array[] = []
      try {
        for (const bytes of transactions) signed.push(await signOne(bytes))
      } catch (error) {
        throw nameFailure(error, 'send', connector, { networkId })
      }
      return signed
    },
  }
}

/** A transaction with one signature put in its place. Throws a plain error when the account is no signer of it. */
export function insertSignature(bytes: Uint8Array, address: string, signature: Uint8Array): Uint8Array {
  const transaction = decodeTransaction(bytes)
  const index = transaction ? readMessage(transaction.message).signers.indexOf(address) : -1
  if (!transaction || index === -1) throw new Error('the account is no signer of this transaction')
  const signatures = transaction.signatures.map((known, at) => (at === index ? signature : known))
  return encodeTransaction({ ...transaction, signatures })
}

/** The wallet's own account object, which wallets compare by identity. Rejects with `ACCOUNT_NOT_SHARED` when it is gone. */
function demandAccount(
  step: FailureStep,
  { connector, accounts, networkId }: Connection,
): { readonly wallet: Wallet; readonly account: WalletAccount } {
  const wallet = getStandardWallet(connector)
  const account = wallet && listWalletAccounts(wallet).find(({ address }) => address === accounts[0]?.address)
  if (wallet && account) return { wallet, account }
  const context = describeStep(step, connector, networkId)
  throw new FailureError('ACCOUNT_NOT_SHARED', `${connector.name} does not share this account any more.`, context)
}

function listVersions(feature: { supportedTransactionVersions?: unknown } | undefined): readonly MessageVersion[] {
  const named: unknown = feature?.supportedTransactionVersions
  const known = (['legacy', 0] as const).filter((version) => Array.isArray(named) && named.includes(version))
  // Wallets that do not say came before version 0.
  return known.length > 0 ? known : ['legacy']
}

function demandBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array && value.length > 0) return value
  throw new Error('the wallet answered no transaction')
}

function demandSignature(value: unknown): Uint8Array {
  if (value instanceof Uint8Array && value.length === SIGNATURE_LENGTH) return value
  throw new Error('the wallet answered no signature')
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function includesBytes(whole: Uint8Array, part: Uint8Array): boolean {
  for (let start = 0; start + part.length <= whole.length; start += 1) {
    if (isSameBytes(whole.subarray(start, start + part.length), part)) return true
  }
  return false
}
