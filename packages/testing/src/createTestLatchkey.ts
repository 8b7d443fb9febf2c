import type { Failure } from '../../latchkey/src/core/errors/failure.ts'
import { beginDeciding } from '../../latchkey/src/core/flow/decide.ts'
import { buildLatchkey, type ModalChunk } from '../../latchkey/src/core/roof/buildLatchkey.ts'
import { resolveOptions } from '../../latchkey/src/core/roof/resolveOptions.ts'
import type { LatchkeyEvent } from '../../latchkey/src/core/types/events.ts'
import type { Instance, Latchkey } from '../../latchkey/src/core/types/latchkey.ts'
import type { NetworkInput } from '../../latchkey/src/core/types/network.ts'
import type { CreateLatchkeyOptions } from '../../latchkey/src/core/types/options.ts'
import { createFakeServices, type FakeServices } from './createFakeServices.ts'
import { type Heard, watchStates } from './watchStates.ts'

const loadActions = () => import('../../latchkey/src/core/flow/actions.ts')

/** An instance on fake services, with what it told its host. */
export type TestLatchkey = {
  readonly latchkey: Latchkey
  readonly instance: Instance
  readonly services: FakeServices
  readonly events: readonly LatchkeyEvent[]
  readonly failures: readonly Failure[]
  /** What subscribers, hooks and listeners have heard, and where it was not of one moment. */
  readonly heard: Heard
  /** Begins, where `isStarted` was false. */
  readonly start: () => void
}

/** A network of the tests: `eip155:1` by default. */
export function testNetwork(id: number | string = 1, parts: Partial<NetworkInput> = {}): NetworkInput {
  return {
    id,
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://rpc-${id}.test`] } },
    ...parts,
  }
}

/** Makes an instance that has started: saved state is read, discovery and restoring have begun. Networks default to two of eip155. */
export function createTestLatchkey(
  parameters: {
    options?: Partial<CreateLatchkeyOptions> | undefined
    services?: FakeServices | undefined
    loadModal?: (() => Promise<ModalChunk>) | undefined
    /** False leaves the instance as it is right after creation. Default true. */
    isStarted?: boolean | undefined
  } = {},
): TestLatchkey {
  const given: CreateLatchkeyOptions = { networks: [testNetwork(1), testNetwork(10)], ...parameters.options }
  const services = parameters.services ?? createFakeServices({ id: given.id })
  const options = resolveOptions(given, services.browser)
  const { latchkey, start } = buildLatchkey({ given, options, services, loadActions, loadModal: parameters.loadModal })
  // As after any opening: what the modal shows for an outcome is at hand.
  beginDeciding(latchkey.instance)
  const events: LatchkeyEvent[] = []
  const failures: Failure[] = []
  latchkey.on('event', (event) => events.push(event))
  latchkey.on('failure', (failure) => failures.push(failure))
  const heard = watchStates(latchkey)
  if (parameters.isStarted ?? true) start()
  return { latchkey, instance: latchkey.instance, services, events, failures, heard, start }
}
