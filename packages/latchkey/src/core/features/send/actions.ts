import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { pushView } from '../../flow/pushView.ts'
import { resetView } from '../../flow/resetView.ts'
import { getRoute } from '../../flow/router.ts'
import { findNetwork, getActiveNetworkId } from '../../kernel/networks/networks.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followSent, forgetTransaction } from '../../kernel/requests/followSent.ts'
import { followTransaction } from '../../kernel/requests/followTransaction.ts'
import { mayHaveLeft } from '../../kernel/requests/mayHaveLeft.ts'
import type { Connection, SendRequest, TransactionOutcome, TransactionRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { readChain } from '../../ways/readChain.ts'
import { mayBeName, type ResolvedName, readName } from '../../ways/readName.ts'
import type { Token } from '../tokens/state.ts'
import type { PrefilledSend } from './declare.ts'
import { addRecipient } from './recipients.ts'
import { findNamed, getForm, toKeys, toNftToken } from './rules.ts'
import { EMPTY_FORM, type NamedRecipient, type SendForm, type SendNft, type SentTransfer, sendOf } from './state.ts'

/** Writes what the visitor filled in. A form of another network is begun anew, and a try that failed is over. */
export function changeForm(instance: Instance, change: Partial<Omit<SendForm, 'networkId'>>): void {
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  sendOf(instance).set((state) =>
    state.phase === 'asking'
      ? state
      : { ...state, form: { ...getForm(state, networkId), ...change }, phase: 'idle', failure: undefined },
  )
}

/** Fills the form in with what a site asks for, which nobody changes then; with nothing, what a site asked for before is gone. */
export function prefill(instance: Instance, send: PrefilledSend | undefined, token: string | undefined): void {
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const { form } = sendOf(instance).get()
  if (!send) {
    if (form.isFixed) changeForm(instance, EMPTY_FORM)
    return
  }
  if (send.networkId !== networkId || token === undefined) return
  changeForm(instance, { token, nft: undefined, amount: send.amount, isFiat: false, to: send.to, isFixed: true })
}

/** Opens the form for an NFT of the active network, all else of it empty. */
export function sendNft(instance: Instance, nft: SendNft, focusKey: string): void {
  changeForm(instance, { nft, token: toNftToken(nft).key, amount: '1', isFiat: false, to: '', isFixed: false })
  pushView(instance, { view: 'WalletSend' }, focusKey)
}

/** Opens the form with a token of the active network chosen. What was typed for the same one stays. */
export function sendToken(instance: Instance, token: Pick<Token, 'address'>, focusKey: string): void {
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const { activeNamespace } = instance.stores.networks.get()
  const { key } = toKeys(token, activeNamespace)
  if (getForm(sendOf(instance).get(), networkId).token !== key) {
    changeForm(instance, { token: key, nft: undefined, amount: '', isFiat: false })
  }
  pushView(instance, { view: 'WalletSend' }, focusKey)
}

/** How long a name that is typed stands before it is looked up, in ms. Names and recipients are asked for less often than lists are searched. */
export const NAME_DELAY_MS = 500

/**
 * Looks up the name that stands in the form as recipient; does nothing where none does, or it is known. Never rejects: what
 * could not be read is written so, and asked again by a second call.
 */
export async function lookUpName(instance: Instance): Promise<void> {
  const store = sendOf(instance)
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const form = getForm(store.get(), networkId)
  const typed = form.to.trim()
  const known = findNamed(form, store.get().named)
  if (!mayBeName(typed) || (known !== undefined && known.status !== 'unread')) return
  const write = (found: Omit<NamedRecipient, 'networkId' | 'typed'>): void =>
    store.set((state) =>
      // Who has typed on meanwhile means another name.
      getForm(state, networkId).to.trim() === typed ? { ...state, named: { networkId, typed, ...found } } : state,
    )
  write({ status: 'reading' })
  try {
    const found = await readRecipient(instance, typed, networkId)
    write(found?.address === undefined ? { status: 'unknown' } : { status: 'found', ...found })
  } catch (error) {
    instance.services.logger.debug('A name could not be looked up.', { error })
    // A gateway says so of what is no name at all.
    const isNone = isLatchkeyError(error) && error.code === 'INPUT_INVALID'
    write({ status: isNone ? 'unknown' : 'unread' })
  }
}

async function readRecipient(
  instance: Instance,
  name: string,
  networkId: NetworkId,
): Promise<ResolvedName | undefined> {
  return askGateway(instance, (gateway, signal) => readName(gateway, { name, networkId, signal }))
}

/** Reads what gas costs on the active network. Never rejects: without it no fee is counted. */
export async function loadGasPrice(instance: Instance): Promise<void> {
  const { stores, services, signal } = instance
  const networkId = getActiveNetworkId(stores.networks.get())
  const network = findNetwork(stores.networks.get(), networkId)
  if (network?.chainNamespace !== 'eip155') return
  try {
    const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
    const wei = await withDeadline(parameters, (until) => readChain(instance, network, until).fetchGasPrice())
    sendOf(instance).set((state) => ({ ...state, gasPrice: { networkId, wei } }))
  } catch (error) {
    services.logger.debug('The price of gas could not be read.', { error })
  }
}

/** What a transaction would cost at most as prices stand, in wei; undefined where nobody says. Never rejects. */
export async function fetchFee(
  instance: Instance,
  { networkId, accounts }: Connection,
  transaction: TransactionRequest,
): Promise<bigint | undefined> {
  const { stores, services, signal } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  if (!network) return undefined
  const read = async (until: AbortSignal): Promise<bigint> => {
    const chain = readChain(instance, network, until)
    const [gas, price] = await Promise.all([
      chain.estimateGas(accounts[0]?.address ?? '', transaction),
      chain.fetchGasPrice(),
    ])
    return gas * price
  }
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
  return withDeadline(parameters, read).catch((error: unknown) => {
    services.logger.debug('A fee could not be read.', { error })
    return undefined
  })
}

/**
 * Asks the wallet of `connection`, which is the one that was shown, to send, once: a second press while it is asked does nothing.
 * What has left is followed to its receipt, and the form is empty again; what failed keeps it. Never rejects.
 */
export async function sendTransfer(
  instance: Instance,
  parameters: {
    readonly connection: Connection
    readonly request: SendRequest
    readonly amount: string
    /** What carries it out where it is no transfer of a coin or token. */
    readonly transaction?: TransactionRequest | undefined
    /** The name that led to the recipient: it must still lead there (SEC-93). */
    readonly name?: string | undefined
  },
): Promise<void> {
  const { request, amount, name, transaction } = parameters
  const store = sendOf(instance)
  const { phase } = store.get()
  if (phase !== 'idle') return
  store.set((state) => ({ ...state, phase: 'asking', failure: undefined }))
  const { networkId, accounts, connector } = parameters.connection
  const isFollowed = connector.namespace !== 'bip122'
  if (name !== undefined) {
    const refusal = await findRefusal(instance, name, networkId, request.to)
    if (refusal !== undefined) {
      // Looked up anew where the form is: the address that was shown counts no more.
      store.set((state) => ({ ...state, phase: 'idle', failure: refusal, named: undefined }))
      return
    }
  }
  const facts = { network: networkId, isSmartAccount: accounts[0]?.type === 'smartAccount' }
  instance.track('SEND_INITIATED', facts)
  try {
    const { connection, adapter } = demandConnection(instance, connector.namespace, parameters.connection)
    const { send, sendTransaction } = adapter
    const leave = transaction
      ? sendTransaction && (() => sendTransaction(connection, transaction))
      : send && (() => send(connection, request))
    if (!leave) throw new TypeError('The adapter cannot send.')
    forgetTransaction(instance)
    const hash = await carryOut(instance, { connection, step: 'send' }, leave)
    const walletName = connection.connector.name
    const sent: SentTransfer = {
      networkId,
      hash,
      amount,
      to: request.to,
      name,
      walletName,
      status: isFollowed ? 'pending' : 'left',
    }
    followSent(instance, connection, hash)
    addRecipient(instance, connector.namespace, request.to)
    instance.batch(() => {
      store.set((state) => ({ ...state, form: EMPTY_FORM, named: undefined, phase: 'idle', sent }))
      const { modal, router } = instance.stores
      // Also who has gone back to the form meanwhile sees that it has left.
      // There is no way back into a form of what has left.
      const isShown = modal.get().open && getRoute(router.get()).view.startsWith('WalletSend')
      if (isShown) resetView(instance, { view: 'WalletSendConfirmed' })
    })
    instance.track('SEND_SUCCESS', facts)
    if (isFollowed) void follow(instance, connection, hash)
  } catch (error) {
    const code = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    store.set((state) => ({ ...state, phase: mayHaveLeft(code) ? 'unclear' : 'idle', failure: code }))
    if (code === 'USER_REJECTED') instance.track('SEND_REJECTED', facts)
    else instance.track('SEND_ERROR', { ...facts, message: code })
  }
}

/** Why a name must not be sent to: it leads elsewhere by now, or it could not be read. */
async function findRefusal(
  instance: Instance,
  name: string,
  networkId: NetworkId,
  to: string,
): Promise<'NAME_MOVED' | 'NAME_UNREAD' | undefined> {
  try {
    const found = await readRecipient(instance, name, networkId)
    const namespace = getNamespace(networkId)
    const isSame = namespace && found?.address !== undefined && isSameAddress(namespace, found.address, to)
    return isSame ? undefined : 'NAME_MOVED'
  } catch (error) {
    instance.services.logger.debug('A name could not be looked up.', { error })
    return 'NAME_UNREAD'
  }
}

/** Writes how it ended, unless something else was sent meanwhile. */
async function follow(instance: Instance, connection: Connection, hash: string): Promise<void> {
  // Where it cannot be followed nobody knows, and the status says so.
  const outcome = await followTransaction(instance, { connection, hash }).catch(() => undefined)
  sendOf(instance).set((state) =>
    state.sent?.hash === hash
      ? { ...state, sent: { ...state.sent, hash: outcome?.hash ?? hash, status: toStatus(outcome) } }
      : state,
  )
}

function toStatus(outcome: TransactionOutcome | undefined): SentTransfer['status'] {
  if (outcome?.replaced === 'cancelled') return 'cancelled'
  return outcome?.status ?? 'lost'
}
