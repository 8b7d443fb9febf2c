/** The check before signing, for requests that a site makes (`features.guard`). Sources: SEC-94; docs/api.md, "Before signing". */
import { LatchkeyError } from '../../../errors/LatchkeyError.ts'
import { rejectUnasked } from '../../../flow/rejectUnasked.ts'
import { getRoute } from '../../../flow/router.ts'
import { leaveTop, showOnTop } from '../../../flow/showOnTop.ts'
import { getConnection } from '../../../kernel/connections/connection.ts'
import type { Instance } from '../../../types/latchkey.ts'
import { checkTransaction, decodeRequest } from '../checkTransaction.ts'
import type { TransactionCheck } from '../transactionCheck.ts'
import type { GuardedRequest } from './declare.ts'
import { guardOf, type Question } from './state.ts'

/**
 * Shows a request of the site's in the modal and waits for the visitor. Resolves once they want to go on, or when the account
 * that was meant is gone, which whoever asks the wallet says then. Rejects with `USER_REJECTED` as a wallet does, also when the
 * modal is closed, with `REQUEST_INVALID` for what no wallet could send, and with `ABILITY_MISSING` on a page without the modal:
 * a request that nobody can be shown is not passed on unseen. Requests of one page are shown one after the other.
 */
export async function guardRequest(
  instance: Instance,
  { connection, step, request }: GuardedRequest,
  canShow: boolean,
): Promise<void> {
  if (!canShow) {
    throw new LatchkeyError('ABILITY_MISSING', 'features.guard needs the modal, which this page does not have.', {
      facts: { ability: 'guard' },
    })
  }
  const said = decodeRequest(connection, request)
  const store = guardOf(instance)
  const { nextId: id } = store.get()
  const question: Question = { id, connection, step, request, said, check: undefined, answer: undefined }
  store.set(({ questions }) => ({ questions: [...questions, question], nextId: id + 1 }))
  checkTransaction(instance, { connection, request }).then(
    (check) => change(instance, id, { check }),
    (error: unknown) => {
      instance.services.logger.error('A request could not be checked.', { error })
      change(instance, id, { check: { ...said, effects: { status: 'unchecked' }, findings: UNREAD } })
    },
  )
  const answer = await waitForAnswer(instance, question)
  if (answer === 'reject') throw rejectUnasked(instance, { connection, step })
}

/** What is said of a request where its check did not come about. */
const UNREAD: TransactionCheck['findings'] = [
  { code: 'PROGRAM_UNKNOWN', level: 'warning', facts: { program: undefined } },
  { code: 'EFFECTS_UNCHECKED', level: 'note', facts: {} },
]

/** The visitor's word on the request that is shown. */
export function answerQuestion(instance: Instance, id: number, answer: 'continue' | 'reject'): void {
  change(instance, id, { answer })
}

function change(instance: Instance, id: number, part: Partial<Pick<Question, 'check' | 'answer'>>): void {
  guardOf(instance).set((state) => ({
    ...state,
    questions: state.questions.map((each) => (each.id === id ? { ...each, ...part } : each)),
  }))
}

/** `gone`: another account or wallet is in use. */
function waitForAnswer(
  instance: Instance,
  { id, connection: { connector, accounts } }: Question,
): Promise<'continue' | 'reject' | 'gone'> {
  const store = guardOf(instance)
  const { stores, signal } = instance
  return new Promise((resolve) => {
    let isShown = false
    let isMoving = false
    const isOnScreen = (): boolean => getRoute(stores.router.get()).view === 'ReviewRequest'
    /** Does one step at a time: what it changes is looked at once it is done. */
    const look = (): void => {
      if (isMoving) return
      isMoving = true
      step()
      isMoving = false
    }
    const step = (): void => {
      const [first] = store.get().questions
      const own = store.get().questions.find((question) => question.id === id)
      const now = getConnection(stores.connection.get(), connector.namespace)
      const isSame = now?.connector.id === connector.id && now.accounts[0]?.address === accounts[0]?.address
      const { open } = stores.modal.get()
      if (own?.answer) end(own.answer)
      else if (signal.aborted) end('reject')
      else if (!isSame) end('gone')
      else if (first?.id !== id) return
      else if (!isShown) {
        isShown = true
        show()
      } else if (!open) end('reject')
      else if (!isOnScreen() && stores.router.get().direction === 'back') end('reject')
      // The site has opened something else: the question stays on top of it.
      else if (!stores.router.get().history.some(({ view }) => view === 'ReviewRequest')) show()
    }
    const show = (): void => showOnTop(instance, 'ReviewRequest')
    const end = (answer: 'continue' | 'reject' | 'gone'): void => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', look)
      instance.batch(() => {
        store.set((state) => ({ ...state, questions: state.questions.filter((each) => each.id !== id) }))
        // The next question takes the place of this one; after the last one the page is as it was.
        if (isShown && store.get().questions.length === 0) leaveTop(instance, 'ReviewRequest')
      })
      resolve(answer)
    }
    const stops = [store, stores.modal, stores.router, stores.connection].map((each) => each.watch(look))
    signal.addEventListener('abort', look)
    look()
  })
}
