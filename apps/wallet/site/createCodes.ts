import type { Clock, Pairing, SignClient } from '@latchkey/walletconnect'
import { isEngineError } from '@latchkey/walletconnect'
import { readPairingUri } from '../rules/pairingUri.ts'
import { readProblem } from '../rules/readProblem.ts'
import type { WalletStore } from './createWalletStore.ts'

/** How long a site has to answer to its code before its silence is spoken of, in ms. What it asks for lies ready at the relay. */
const ANSWER_MS = 10_000

/** The codes that sites show. */
export type Codes = {
  /** Takes a code. Never rejects: what is wrong is in the state. */
  take(text: string): Promise<void>
  /** No code is on its way any more; says why, where it came to nothing. */
  rest(problem?: string): void
  /** To be called whenever the records may have changed, with the topics of the codes whose sites have asked for something. */
  refresh(askedTopics: readonly string[]): void
  find(topic: string): Pairing | undefined
}

/** Makes the wallet's way of taking codes. `refresh` is called once one was taken. */
export function createCodes(
  { pairing, pair }: Pick<SignClient, 'pairing' | 'pair'>,
  store: WalletStore,
  clock: Clock,
  refresh: () => void,
): Codes {
  /** Topic of the code whose site has not answered yet. */
  let awaited: string | undefined
  let stopWaiting = (): void => undefined

  const find: Codes['find'] = (topic) => pairing.values.find((known) => known.topic === topic)

  function rest(problem?: string): void {
    stopWaiting()
    awaited = undefined
    store.change({ pairing: { step: 'resting', problem } })
  }

  return {
    async take(text) {
      const code = readPairingUri(text)
      if ('problem' in code) return rest(code.problem)
      if (find(code.topic)?.active) return rest('This code was used already. Ask the site for a new one.')
      rest()
      store.change({ pairing: { step: 'taking', problem: undefined } })
      try {
        const { topic } = await pair({ uri: code.uri })
        awaited = topic
        store.change({ pairing: { step: 'waiting', problem: undefined } })
        stopWaiting = clock.after(ANSWER_MS, () =>
          rest('The site does not answer. A code works once: ask the site for a new one.'),
        )
        refresh()
      } catch (error) {
        rest(readPairingProblem(error))
      }
    },
    rest,
    refresh(askedTopics) {
      if (awaited === undefined) return
      if (askedTopics.includes(awaited)) rest()
      else if (!find(awaited)) rest('The site took its code back. Ask it for a new one.')
    },
    find,
  }
}

/** Why a code could not be taken, for somebody who knows nothing of topics and keys. */
function readPairingProblem(error: unknown): string {
  if (isEngineError(error, 'EXPIRED')) return 'This code is no longer valid. Ask the site for a new one.'
  if (isEngineError(error, 'RELAY_UNREACHABLE')) return 'The relay cannot be reached. Try again when you are online.'
  return isEngineError(error, 'MISSING_OR_INVALID') ? 'This code is damaged. Copy it again.' : readProblem(error)
}
