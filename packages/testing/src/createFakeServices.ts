import { LatchkeyError } from '../../latchkey/src/core/errors/LatchkeyError.ts'
import type { GatewayClient } from '../../latchkey/src/core/services/gatewayClient.ts'
import type { BrowserPort, Services, WalletWindow } from '../../latchkey/src/core/services/ports.ts'
import { createStorage } from '../../latchkey/src/core/services/storage.ts'
import type { WalletConnectService } from '../../latchkey/src/core/services/walletConnectService.ts'
import { createFakeBrowser, type FakeBrowser } from './createFakeBrowser.ts'
import { createFakeDisk, type FakeDisk } from './createFakeDisk.ts'
import { createManualClock, type ManualClock } from './createManualClock.ts'

/** What a gateway answers, by the endpoint's name. A call without an entry fails with `DATA_UNAVAILABLE`. */
export type FakeGateway = Readonly<Record<string, (input: unknown) => unknown>>

/** Services whose every effect a test holds in its hand. */
export type FakeServices = Services & {
  readonly clock: ManualClock
  readonly browser: FakeBrowser
  readonly disk: FakeDisk
  /** Lines of the log: level and text. */
  readonly log: readonly string[]
  /** Calls to the gateway: endpoint name and input. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
}

/** Makes services: a clock moved by hand, a storage in memory that tabs may share, a page, a gateway of answers. Nothing leaves the process. */
export function createFakeServices(
  parameters: {
    /** Instance id; names the storage. */
    id?: string | undefined
    /** ms since 1970. */
    now?: number | undefined
    /** Shared by the tabs of one site. */
    disk?: FakeDisk | undefined
    clock?: ManualClock | undefined
    browser?: Partial<BrowserPort> | undefined
    /** Without it the site has no gateway. */
    gateway?: FakeGateway | undefined
    fetch?: typeof fetch | undefined
    walletWindow?: WalletWindow | undefined
    /** Without it the site has no relay. */
    walletConnect?: (() => Promise<WalletConnectService>) | undefined
  } = {},
): FakeServices {
  const disk = parameters.disk ?? createFakeDisk()
  const log: string[] = []
  const calls: { name: string; input: unknown }[] = []
  const { gateway } = parameters
  return {
    clock: parameters.clock ?? createManualClock(parameters.now),
    storage: createStorage(parameters.id ?? 'default', disk.openTab()),
    browser: createFakeBrowser(parameters.browser),
    logger: {
      debug: (text) => log.push(`debug ${text}`),
      warn: (text) => log.push(`warn ${text}`),
      error: (text) => log.push(`error ${text}`),
    },
    fetch: parameters.fetch ?? (() => Promise.reject(new TypeError('A test without a network asked for one.'))),
    random: createRandom(),
    walletWindow: parameters.walletWindow ?? new EventTarget(),
    walletConnect: parameters.walletConnect ?? null,
    gateway: gateway ? async () => createFakeGateway(gateway, calls) : null,
    disk,
    log,
    calls,
  }
}

function createFakeGateway(answers: FakeGateway, calls: { name: string; input: unknown }[]): GatewayClient {
  return {
    call: async (endpoint, input) => {
      calls.push({ name: endpoint.name, input })
      const answer = answers[endpoint.name]
      if (!answer) throw new LatchkeyError('DATA_UNAVAILABLE', `This gateway does not answer ${endpoint.name}.`)
      return answer(input) as never
    },
    walletImageUrl: (id) => `https://gateway.test/wallet/${encodeURIComponent(id)}`,
  }
}

/** Bytes that differ from call to call and are the same in every run. */
function createRandom(): (bytes: number) => Uint8Array {
  let next = 0
  return (bytes) => {
    next += 1
    return Uint8Array.from({ length: bytes }, (_, index) => (next * 31 + index * 7) % 256)
  }
}
