import { type FundsQuestion, fundsOf } from '../../latchkey/src/core/features/calls/funds.ts'
import { callsOf, type Walk, type WalkedCall } from '../../latchkey/src/core/features/calls/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import { connectTo, hold } from './fills.ts'
import { FERNPASS, TOKENS } from './fixtures.ts'
import type { ViewState } from './viewState.ts'

const TOS = [`0x${'1f'.repeat(20)}`, `0x${'5d'.repeat(20)}`, `0x${'7c'.repeat(20)}`]
const HASH = `0x${'ab'.repeat(32)}`

/** A batch of three that goes one by one, as far as its calls say. */
function walk(stage: Walk['stage'], ...states: readonly WalkedCall['state'][]): (instance: Instance) => void {
  return (instance) => {
    connectTo(FERNPASS)(instance)
    const calls = states.map((state, index) => ({
      to: TOS[index],
      state,
      hash: state === 'sent' ? HASH : undefined,
    }))
    callsOf(instance).set(() => ({ walk: { walletName: FERNPASS.name, networkId: 'eip155:1', calls, stage } }))
  }
}

const STATES: readonly [name: string, fill: (instance: Instance) => void][] = [
  ['asking', walk('offered', 'waiting', 'waiting', 'waiting')],
  ['running', walk('running', 'sent', 'asked', 'waiting')],
  ['stopped', walk('over', 'sent', 'notSent', 'notSent')],
  ['unclear', walk('over', 'sent', 'unclear', 'notSent')],
  ['all sent', walk('over', 'sent', 'sent', 'sent')],
]

/** Calls that a wallet is asked for one by one. */
export const CALLS_STATES: readonly ViewState[] = STATES.map(([name, fill]) => ({
  view: 'CallsProgress',
  name,
  fill,
  target: { view: 'CallsProgress' },
}))

/** A batch of an account that has `held`, of 0.05 that it takes. */
function wait(held: bigint, part: Partial<FundsQuestion> = {}): (instance: Instance) => void {
  return (instance) => {
    hold(TOKENS)(instance)
    const connection = instance.stores.connection.get().byNamespace.eip155?.connection
    if (!connection) throw new Error('Nobody is connected.')
    const needed = 50_000_420_000_000_000n
    fundsOf(instance).set(() => ({
      question: { connection, needed, held, canBeSponsored: false, canSwap: false, ...part },
    }))
  }
}

const FUNDS: readonly [name: string, fill: (instance: Instance) => void][] = [
  ['short', wait(0n)],
  ['short, with a swap', wait(12_000_000_000_000_000n, { canSwap: true })],
  ['short, with a sponsor', wait(12_000_000_000_000_000n, { canBeSponsored: true })],
  ['there', wait(80_000_000_000_000_000n)],
]

/** Batches whose account lacks coin. */
export const FUNDS_STATES: readonly ViewState[] = FUNDS.map(([name, fill]) => ({
  view: 'CallsFunds',
  name,
  // Swaps are there where a gateway is.
  options: { gatewayUrl: 'https://gateway.hollowpine.example' },
  fill,
  target: { view: 'CallsFunds' },
}))
