import { askWallets } from '@latchkey/wire/walletPage'
import { listConnections } from '../../kernel/connections/connectionList.ts'
import type { Diagnosis, Reachability } from '../../types/diagnosis.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'
import { findExtensionStore } from '../../values/findExtensionStore.ts'
import { listRelayUrls } from '../../values/listRelayUrls.ts'
import { listRpcUrls } from '../../values/listRpcUrls.ts'
import { readPlatform } from '../../values/platform.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { relayOf } from '../../ways/walletConnect/relay.ts'
import { maskFacts, maskUrl } from './maskFacts.ts'
import { diagnosisOf } from './state.ts'

/** Longest wait for a server that is probed, in ms. Source: docs/failures.md, rule 8 (probe). */
const PROBE_LIMIT_MS = 2_000

/** Looks at the page, the options, the wallets and the servers. Asks no wallet anything. Never rejects; takes 2 s at most. */
export async function diagnose(instance: Instance): Promise<Diagnosis> {
  return describeInstance(instance, await probeServers(instance))
}

/** The same without asking a server: what is known of those is handed in. */
export function describeInstance(instance: Instance, reachable: readonly Reachability[]): Diagnosis {
  const { stores, services, options, adapters } = instance
  const { browser, storage, clock } = services
  const state = stores.connection.get()
  const platform = readPlatform(services.walletWindow)
  const page = {
    origin: browser.origin(),
    isSecureContext: browser.isSecureContext(),
    isOnline: browser.isOnline(),
    isVisible: browser.isVisible(),
    isFramed: browser.isFramed(),
    isMobile: browser.isMobile(),
    os: platform.os,
    isInApp: platform.isInApp,
    isTelegram: platform.isTelegram,
    extensionStore: findExtensionStore(browser),
    keepsStorage: storage.isPersistent(),
  }
  const connections = NAMESPACES.flatMap((namespace) =>
    listConnections(state, namespace).map((connection, index) => ({
      namespace,
      connectorId: connection.connector.id,
      type: connection.connector.type,
      networkId: connection.networkId,
      isListed: options.networks.some(({ caipNetworkId }) => caipNetworkId === connection.networkId),
      accounts: connection.accounts.length,
      isInUse: index === 0,
    })),
  )
  const connectors = NAMESPACES.flatMap((namespace) =>
    (stores.connectors.get().byNamespace[namespace] ?? []).map(({ id, name, type, rdns, isLookalike }) => ({
      namespace,
      id,
      name,
      type,
      rdns,
      isLookalike: isLookalike === true,
    })),
  )
  const attempt = state.attempt && {
    kind: state.attempt.kind,
    namespace: state.attempt.namespace,
    connectorId: state.attempt.connectorId,
    phase: state.attempt.phase,
    hint: state.attempt.hint,
    code: state.attempt.error?.code,
    cause: state.attempt.error?.cause === undefined ? undefined : maskFacts(state.attempt.error.cause),
  }
  return {
    at: clock.now(),
    id: options.id,
    page,
    options: {
      networks: options.networks.map(({ caipNetworkId }) => caipNetworkId),
      adapters: Object.values(adapters).map(({ namespace, type }) => `${type} (${namespace})`),
      gatewayUrl: options.gatewayUrl && maskUrl(options.gatewayUrl),
      relayUrl: listRelayUrls(options, instance.services.browser.origin()).map(maskUrl),
      hasProjectId: options.projectId !== undefined,
      features: options.features,
      allWallets: options.allWallets,
      hasSiwx: options.siwx !== undefined,
      sendsEvents: options.analyticsUrl !== undefined,
      debug: options.debug,
    },
    connectors,
    connections,
    attempt,
    reachable,
    advice: advise(instance, page, connectors.length, reachable),
    journal: diagnosisOf(instance).get().entries,
    log: [...(services.logger.entries ?? [])],
  }
}

async function probeServers(instance: Instance): Promise<readonly Reachability[]> {
  const { services, options } = instance
  const { gateway } = services
  const nodes = options.networks.flatMap((network) =>
    network.chainNamespace === 'eip155' ? [{ network, url: listRpcUrls(options, network)[0] }] : [],
  )
  const trouble = relayOf(instance).get().trouble
  return Promise.all([
    ...(gateway
      ? [
          probe(instance, 'gateway', async (signal) =>
            (await gateway()).call(askWallets, { entries: 1 }, { signal }).then(() => 'answers'),
          ),
        ]
      : []),
    ...(listRelayUrls(options, instance.services.browser.origin()).length > 0
      ? [
          {
            name: 'relay',
            ok: trouble === undefined,
            note: trouble ?? (instance.live.walletConnect ? 'in use' : 'not asked yet'),
          },
        ]
      : []),
    ...nodes.map(({ network, url }) =>
      probe(instance, `node of ${network.caipNetworkId}`, async (signal) => {
        if (!url) throw new Error('no address')
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
        const headers = { 'content-type': 'application/json' }
        const response = await services.fetch(url, { method: 'POST', body, headers, credentials: 'omit', signal })
        const { result } = (await response.json()) as { result?: unknown }
        if (Number(result) !== Number(network.id)) throw new Error(`answers for chain ${Number(result)}`)
        return 'answers for its chain'
      }),
    ),
  ])
}

async function probe(
  instance: Instance,
  name: string,
  ask: (signal: AbortSignal) => Promise<string>,
): Promise<Reachability> {
  const { clock } = instance.services
  try {
    const note = await withDeadline({ clock, delayMs: PROBE_LIMIT_MS, signal: instance.signal }, ask)
    return { name, ok: true, note }
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    return { name, ok: false, note: typeof code === 'string' ? code : maskFacts(error) }
  }
}

/** What a developer can see from here and put right. */
function advise(
  { options, adapters, stores }: Instance,
  page: {
    readonly isSecureContext: boolean
    readonly isFramed: boolean
    readonly keepsStorage: boolean
    readonly isInApp: boolean
  },
  connectors: number,
  reachable: readonly Reachability[],
): readonly string[] {
  const advice: string[] = []
  const say = (isTrue: boolean, text: string): void => {
    if (isTrue) advice.push(text)
  }
  say(!page.isSecureContext, 'This address is not secure: serve the page by https, or on localhost.')
  say(page.isFramed && connectors === 0, 'The page is embedded and no wallet reaches it: open it by itself.')
  say(page.isInApp, 'The page is shown inside another app, which refuses links to wallets’ schemes.')
  say(!page.keepsStorage, 'The browser keeps nothing: connections end with the page.')
  say(
    Object.keys(adapters).length === 0,
    'No adapters: only wallets on phones can connect. Pass some in options.adapters.',
  )
  const served = new Set(Object.keys(adapters))
  for (const namespace of new Set(options.networks.map((network) => network.chainNamespace))) {
    say(served.size > 0 && !served.has(namespace), `No adapter serves ${namespace}; only WalletConnect does.`)
  }
  say(!options.gatewayUrl && !options.relayUrl, 'Neither gatewayUrl nor relayUrl: wallets on phones are not offered.')
  say(options.metadata.name === '', 'metadata.name is empty and so is the page’s title: wallets will show no name.')
  for (const { name, ok, note } of reachable) say(!ok, `The ${name} does not answer: ${note}.`)
  for (const code of stores.banner.get().shown) advice.push(`Alert ${code}: see the console.`)
  return advice
}
