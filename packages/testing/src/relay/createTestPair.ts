import { createSignClient } from '../../../walletconnect/src/createSignClient.ts'
// Loaded on first use elsewhere; here before the clock is moved, so that no test waits for a disk.
import '../../../walletconnect/src/engine/signInParts.ts'
import '../../../walletconnect/src/engine/walletRole.ts'
import type { Session, SessionNamespaces } from '../../../walletconnect/src/records.ts'
import type { SignClient, SignClientOptions } from '../../../walletconnect/src/signClient.ts'
import { createManualClock, type ManualClock } from '../createManualClock.ts'
import { createTestRelay, type TestRelay } from './createTestRelay.ts'
import { createTestSurroundings, type TestSurroundings } from './createTestSurroundings.ts'

/** An app and a wallet over one relay and one clock. */
export type TestPair = {
  readonly clock: ManualClock
  readonly relay: TestRelay
  readonly app: SignClient
  readonly wallet: SignClient
  readonly surroundings: { readonly app: TestSurroundings; readonly wallet: TestSurroundings }
  /** Lets the clock run until a promise settles, and gives its result. Fails after two minutes of the clock. */
  run<Result>(promise: Promise<Result>): Promise<Result>
  /** Connects: the wallet approves with these namespaces. */
  settle(namespaces?: SessionNamespaces): Promise<Session>
}

type PeerOptions = Partial<SignClientOptions> & {
  readonly around?: Partial<Parameters<typeof createTestSurroundings>[0]>
}

/** What an app of these tests asks for. */
export const testAsked = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
}

/** What a wallet of these tests grants. */
export const testGranted = {
  eip155: { ...testAsked.eip155, accounts: ['eip155:1:0xabc'] },
} satisfies SessionNamespaces

/** A clock that also jumps, as clocks do when a machine slept or was set. */
export type JumpingClock = ManualClock & { jump(ms: number): void }

/** Makes a clock that stands still until a test moves it or lets it jump; a jump runs no timer. */
export function createJumpingClock(): JumpingClock {
  const clock = createManualClock()
  let ahead = 0
  return {
    ...clock,
    now: () => clock.now() + ahead,
    jump(ms) {
      ahead += ms
    },
  }
}

/** Lets the clock run until a promise settles. Work outside the clock (WebCrypto, storage) is let run first. */
export async function runUntilSettled<Result>(
  clock: ManualClock,
  promise: Promise<Result>,
  limitMs = 120_000,
): Promise<Result> {
  let isSettled = false
  const end = () => {
    isSettled = true
  }
  promise.then(end, end)
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
  for (let turns = 0; turns < 60 && !isSettled; turns += 1) await turn()
  let stepMs = 50
  for (const limit = clock.now() + limitMs; !isSettled; ) {
    if (clock.now() >= limit) throw new Error(`Not settled after ${limitMs} ms of the clock.`)
    await clock.advance(stepMs)
    stepMs = Math.min(stepMs * 2, 2000)
    for (let turns = 0; turns < 5 && !isSettled; turns += 1) await turn()
  }
  return promise
}

/** Makes an app and a wallet that wait for each other. */
export async function createTestPair(
  parameters: {
    readonly app?: PeerOptions
    readonly wallet?: PeerOptions
    readonly relay?: TestRelay
    readonly clock?: ManualClock
  } = {},
): Promise<TestPair> {
  const clock = parameters.clock ?? createManualClock()
  const relay = parameters.relay ?? createTestRelay({ clock })
  const make = async (name: 'app' | 'wallet') => {
    const { around, ...options } = parameters[name] ?? {}
    const surroundings = createTestSurroundings({ name, relay, clock, ...around })
    const client = await createSignClient({
      relayUrl: 'wss://relay.example',
      projectId: 'tests',
      metadata: {
        name: `Test ${name}`,
        description: name,
        url: `https://${name}.example`,
        icons: [`https://${name}.example/i.png`],
      },
      surroundings,
      ...options,
    })
    return { client, surroundings }
  }
  const [app, wallet] = [await make('app'), await make('wallet')]
  const run: TestPair['run'] = (promise) => runUntilSettled(clock, promise)
  return {
    clock,
    relay,
    app: app.client,
    wallet: wallet.client,
    surroundings: { app: app.surroundings, wallet: wallet.surroundings },
    run,
    async settle(namespaces = testGranted) {
      wallet.client.once('session_proposal', ({ id }) => void wallet.client.approve({ id, namespaces }))
      const { uri, approval } = await run(app.client.connect({ optionalNamespaces: testAsked }))
      await run(wallet.client.pair({ uri: uri ?? '' }))
      return run(approval())
    },
  }
}
