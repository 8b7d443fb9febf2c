/** A batch that its account cannot pay for: said before the wallet is asked, with the ways to what is missing. Source: F-30. */
import { rejectUnasked } from '../../flow/rejectUnasked.ts'
import { leaveTop, showOnTop } from '../../flow/showOnTop.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import type { Adapter, CallsRequest, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { getBundlerUrl } from '../../ways/getBundlerUrl.ts'
import { readChain } from '../../ways/readChain.ts'
import { findShortfall } from './findShortfall.ts'
import { type FundsQuestion, type FundsState, fundsOf } from './funds.ts'

/** How long a batch is held up to see what its account holds, in ms. Source: docs/failures.md, rule 8, probe. */
const LOOK_LIMIT_MS = 2_000

/** Pause between two readings of what the account holds, in ms: a block of most chains. */
const READ_AGAIN_MS = 3_000

declare module '../../kernel/live.ts' {
  interface Live {
    /** Ends with the batch that waits for coin now; the next one waits for it. */
    funding?: Promise<unknown> | undefined
  }
}

export declare namespace askForCoin {
  type Parameters = {
    readonly connection: Connection
    readonly adapter: Adapter
    readonly request: CallsRequest
  }
}

/**
 * Shows a batch that the account lacks coin for, and waits: until the coin is there and the visitor goes on, or a sponsor is chosen.
 * Resolves with the batch as the wallet is to be asked for it; at once, and unchanged, where nothing is missing, where that cannot be
 * read in time, and on a page without the modal. Rejects with `USER_REJECTED` where the visitor does not want it, also by closing the
 * modal, and with `CHAIN_MISMATCH` where another network is in use meanwhile: the coin of this one would be waited for in vain. Where the
 * account that was meant is gone it resolves, and whoever asks the wallet says so.
 */
export async function askForCoin(instance: Instance, parameters: askForCoin.Parameters): Promise<CallsRequest> {
  const { live, services, signal } = instance
  const { connection, request } = parameters
  if (live.isInSight?.() !== true) return request
  const limit = { clock: services.clock, delayMs: LOOK_LIMIT_MS, signal }
  const question = await withDeadline(limit, (until) => findShortfall(instance, parameters, until)).catch(
    // What cannot be read stops nobody: the wallet says it then.
    () => undefined,
  )
  if (!question) return request
  const ask = (): Promise<Ending> => waitForAnswer(instance, question)
  const asking = live.funding === undefined ? ask() : live.funding.then(ask)
  live.funding = asking
  const answer = await asking
  if (answer === 'reject') throw rejectUnasked(instance, { connection, step: 'send' })
  if (answer === 'moved') throw rejectUnasked(instance, { connection, step: 'send', code: 'CHAIN_MISMATCH' })
  const url = answer === 'sponsor' ? getBundlerUrl(instance.options, connection.networkId) : undefined
  return url === undefined
    ? request
    : { ...request, capabilities: { ...request.capabilities, paymasterService: { url } } }
}

/** What the visitor said; `gone`: another account or wallet is in use; `moved`: another network is. */
type Ending = NonNullable<FundsState['answer']> | 'gone' | 'moved'

function waitForAnswer(instance: Instance, question: FundsQuestion): Promise<Ending> {
  const { connector, accounts } = question.connection
  const { stores, signal } = instance
  const store = fundsOf(instance)
  return new Promise((resolve) => {
    let isShown = false
    let isMoving = false
    /** Does one step at a time: what it changes is looked at once it is done. */
    const look = (): void => {
      if (isMoving) return
      isMoving = true
      step()
      isMoving = false
    }
    const step = (): void => {
      const { answer } = store.get()
      const { history, direction } = stores.router.get()
      const now = getConnection(stores.connection.get(), connector.namespace)
      const isSame = now?.connector.id === connector.id && now.accounts[0]?.address === accounts[0]?.address
      if (answer) end(answer)
      else if (signal.aborted) end('reject')
      else if (!isSame) end('gone')
      else if (now.networkId !== question.connection.networkId) end('moved')
      else if (!isShown) {
        isShown = true
        showOnTop(instance, 'CallsFunds')
      } else if (!stores.modal.get().open) end('reject')
      // Swapping, buying and being paid are done above the question.
      else if (history.some(({ view }) => view === 'CallsFunds')) return
      else if (direction === 'back') end('reject')
      else showOnTop(instance, 'CallsFunds')
    }
    const stopReading = readAgain(instance, question.connection)
    const end = (answer: Ending): void => {
      stopReading()
      for (const stop of stops) stop()
      signal.removeEventListener('abort', look)
      instance.batch(() => {
        store.set(() => ({}))
        if (isShown) leaveTop(instance, 'CallsFunds')
      })
      resolve(answer)
    }
    store.set(() => ({ question }))
    const stops = [store, stores.modal, stores.router, stores.connection].map((each) => each.watch(look))
    signal.addEventListener('abort', look)
    look()
  })
}

/** Reads what the account holds again and again, and once something that was sent from here has left or landed. Returns the way to stop. */
function readAgain(instance: Instance, { networkId, accounts }: Connection): () => void {
  const { clock, browser } = instance.services
  const controller = new AbortController()
  const address = accounts[0]?.address ?? ''
  let cancel = (): void => {}
  const readLater = (): void => {
    cancel()
    cancel = clock.after(READ_AGAIN_MS, () => void read())
  }
  const read = async (): Promise<void> => {
    const network = findNetwork(instance.stores.networks.get(), networkId)
    if (network && browser.isVisible()) {
      const limit = { clock, delayMs: LOOK_LIMIT_MS, signal: controller.signal }
      const held = await withDeadline(limit, (until) => readChain(instance, network, until).fetchCoin(address)).catch(
        () => undefined,
      )
      if (controller.signal.aborted) return
      if (held !== undefined) {
        fundsOf(instance).set((state) => (state.question ? { ...state, question: { ...state.question, held } } : state))
      }
    }
    readLater()
  }
  const stops = [
    requestsOf(instance).watch(({ touched }, before) => {
      if (touched && touched !== before.touched) void read()
    }),
    browser.watchVisible((visible) => {
      if (visible) void read()
    }),
  ]
  readLater()
  return () => {
    cancel()
    controller.abort()
    for (const stop of stops) stop()
  }
}
