import type { FailureError } from '../errors/failure.ts'
import { getAccount } from '../kernel/connections/accounts.ts'
import { getConnection } from '../kernel/connections/connection.ts'
import { findNetwork } from '../kernel/networks/networks.ts'
import { whileAsked } from '../kernel/requests/asked.ts'
import { forgetTransaction } from '../kernel/requests/followSent.ts'
import { requestsOf, type TransactionNotice } from '../kernel/requests/requests.ts'
import { getAdapter } from '../kernel/way.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import { closeModal } from './closeModal.ts'
import { openModal } from './openModal.ts'
import { getRoute } from './router.ts'

/**
 * Whether the visitor can be asked to put a failed step right: nothing came of it for certain, and there is a modal in sight to ask in
 * that shows nothing else. What a wallet says of a batch is never certain: its first call may have left.
 * Source: docs/failures.md, rule 4, F-08, F-09, F-28 and F-38.
 */
export function canOfferAgain(
  instance: Instance,
  { connection, isBatch }: { connection: Connection; isBatch?: boolean | undefined },
  failure: FailureError,
): boolean {
  const { live, stores } = instance
  const isFree = live.isInSight?.() === true && (!stores.modal.get().open || isAtAccount(instance))
  return isFree && isUndone(instance, { connection, isBatch }, failure)
}

function isUndone(
  instance: Instance,
  { connection: { connector, networkId }, isBatch }: { connection: Connection; isBatch?: boolean | undefined },
  { code, step, facts }: FailureError,
): boolean {
  if (step !== 'sign' && step !== 'send') return false
  if (code === 'CHAIN_MISMATCH') {
    const { options, stores } = instance
    // Where the wallet stands is known only when we looked before asking it.
    if (!options.enableNetworkSwitch || facts.walletNetworkId === undefined) return false
    return findNetwork(stores.networks.get(), networkId) !== undefined
  }
  if (isBatch) return false
  if (code === 'ACCOUNT_NOT_SHARED') return getAdapter(instance, connector)?.requestAccounts !== undefined
  return code === 'SOLANA_TX_EXPIRED' || code === 'HARDWARE_NOT_READY'
}

/**
 * Shows what became of a step, in the modal, and waits for the visitor. True when the button was pressed and the wallet
 * is where it has to be, on the network and with the account: then the step may run once more. False when the visitor
 * left it, or something else came in between.
 */
export async function offerAgain(
  instance: Instance,
  connection: Connection,
  notice: TransactionNotice,
): Promise<boolean> {
  const { stores } = instance
  const wasOpen = stores.modal.get().open
  const { namespace } = connection.connector
  // The account's view is empty where the active namespace has no account.
  if (!wasOpen) void openModal(instance, { view: 'Account', ...(getAccount(instance) ? {} : { namespace }) })
  const isAgain = await waitForPress(instance, connection, notice)
  if (isAgain) {
    forgetTransaction(instance)
    // The wallet's own window comes next.
    if (!wasOpen && isAtAccount(instance)) closeModal(instance, 'host')
  } else if (requestsOf(instance).get().transaction === notice) {
    requestsOf(instance).set((state) => ({ ...state, transaction: { ...notice, isOffered: false } }))
  }
  return isAgain
}

function waitForPress(instance: Instance, connection: Connection, notice: TransactionNotice): Promise<boolean> {
  const { stores, live, signal } = instance
  const { connector, accounts, networkId } = connection
  return new Promise((resolve) => {
    let isAsking = false
    let isReady = false
    const press = (): void => {
      if (isAsking) return
      if (notice.code === 'ACCOUNT_NOT_SHARED') void choose()
      else {
        isReady = true
        look()
      }
    }
    /** Opens the wallet's picker. Whoever rejects there, or shares another account, may press again. */
    const choose = async (): Promise<void> => {
      isAsking = true
      const { requestAccounts } = getAdapter(instance, connector) ?? {}
      // The button stays, so that the visitor may press again.
      const picked = await whileAsked(instance, connector, async () => requestAccounts?.(connection)).catch(
        () => undefined,
      )
      isAsking = false
      isReady = picked?.some(({ address }) => address === accounts[0]?.address) === true
      look()
    }
    const look = (): void => {
      const state = stores.connection.get()
      const now = getConnection(state, connector.namespace)
      const isSame = now?.connector === connector && now.accounts[0]?.address === accounts[0]?.address
      const isThere = now?.networkId === networkId
      const isStill = isSame && (isThere || notice.code === 'CHAIN_MISMATCH')
      if (!isStill || requestsOf(instance).get().transaction !== notice || !stores.modal.get().open || signal.aborted)
        end(false)
      // A switch is over once its view has gone.
      else if (isReady && state.attempt === undefined && isAtAccount(instance)) {
        if (isThere) end(true)
        // Whoever left the switch has taken the press back.
        else isReady = false
      }
    }
    const watched = [requestsOf(instance), stores.connection, stores.modal, stores.router]
    const stops = watched.map((store) => store.watch(look))
    const end = (isAgain: boolean): void => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', look)
      if (live.again === press) live.again = undefined
      resolve(isAgain)
    }
    live.again = press
    signal.addEventListener('abort', look)
    look()
  })
}

function isAtAccount({ stores }: Pick<Instance, 'stores'>): boolean {
  return getRoute(stores.router.get()).view === 'Account'
}
