import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { describe, expect, test } from 'vitest'
import type { SignClientEvents } from '../events.ts'
import type { Session, SessionNamespaces } from '../records.ts'
import type { SignClient } from '../signClient.ts'
import { createUniversalProvider } from './createUniversalProvider.ts'
import type { UniversalProviderOptions } from './universalProvider.ts'

const ALICE = '0x1111111111111111111111111111111111111111'
const BOB = '0x2222222222222222222222222222222222222222'
const SOL = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const EVM: SessionNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    accounts: [`eip155:1:${ALICE}`, `eip155:1:${BOB}`, `eip155:10:${ALICE}`],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const BOTH: SessionNamespaces = {
  ...EVM,
  solana: { accounts: [`${SOLANA}:${SOL}`], methods: ['solana_signMessage'], events: [] },
}

function grant(...methods: string[]): SessionNamespaces {
  return { eip155: { accounts: [`eip155:1:${ALICE}`], methods, events: [] } }
}

function makeSession(topic: string, namespaces: SessionNamespaces, rest: Partial<Session> = {}): Session {
  const metadata = { name: 'Wallet', description: '', url: 'https://wallet.test', icons: [] }
  return {
    topic,
    pairingTopic: 'pairing',
    relay: { protocol: 'irn' },
    expiry: 1_700_600_000,
    acknowledged: true,
    controller: 'wallet',
    namespaces,
    requiredNamespaces: {},
    optionalNamespaces: {},
    self: { publicKey: 'app', metadata },
    peer: { publicKey: 'wallet', metadata },
    transportType: 'relay',
    ...rest,
  }
}

type Asked = { readonly topic: string; readonly chainId: string; readonly method: string; readonly params: unknown }

/** A sign client whose wallet is a script: it grants what it is given and answers from a table. */
function createScriptedClient(
  stored: readonly Session[],
  script: {
    approve?: Session
    answer?: (asked: Asked) => unknown
    disconnect?: () => Promise<void>
  } = {},
) {
  const sessions = new Map(stored.map((session) => [session.topic, session]))
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const asked: Asked[] = []
  const connects: unknown[] = []
  const disconnected: string[] = []
  const client = {
    session: {
      get keys() {
        return [...sessions.keys()]
      },
      get values() {
        return [...sessions.values()]
      },
      get: (topic: string) => sessions.get(topic),
    },
    pairing: {
      values: [
        { topic: 'idle', active: false },
        { topic: 'used', active: true },
      ],
    },
    async connect(params: unknown) {
      connects.push(params)
      return {
        uri: 'wc:scripted@2',
        approval: async () => {
          if (!script.approve) throw new Error('refused')
          sessions.set(script.approve.topic, script.approve)
          return script.approve
        },
      }
    },
    async authenticate() {
      if (script.approve) sessions.set(script.approve.topic, script.approve)
      return { uri: 'wc:signin@2', response: async () => ({ auths: [], session: script.approve }) }
    },
    async request({ topic, chainId, request }: { topic: string; chainId: string; request: Asked }) {
      const call = { topic, chainId, method: request.method, params: request.params }
      asked.push(call)
      return script.answer?.(call)
    },
    async disconnect({ topic }: { topic: string }) {
      disconnected.push(topic)
      sessions.delete(topic)
      await script.disconnect?.()
    },
    on(name: string, listener: (payload: never) => void) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return client
    },
    off(name: string, listener: (payload: never) => void) {
      listeners.get(name)?.delete(listener)
      return client
    },
  }
  return {
    client: client as unknown as SignClient,
    asked,
    connects,
    disconnected,
    tell<Name extends keyof SignClientEvents>(name: Name, payload: SignClientEvents[Name]): void {
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
    update(topic: string, namespaces: SessionNamespaces): void {
      const session = sessions.get(topic)
      if (session) sessions.set(topic, { ...session, namespaces })
      this.tell('session_update', { id: 1, topic, params: { namespaces } })
    },
    say(topic: string, name: string, data: unknown, chainId = 'eip155:1'): void {
      this.tell('session_event', { id: 1, topic, params: { event: { name, data }, chainId } })
    },
    remove(topic: string): void {
      sessions.delete(topic)
      this.tell('session_delete', { id: 1, topic })
    },
    countListeners: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  }
}

const EVENTS = [
  'display_uri',
  'connect',
  'disconnect',
  'session_update',
  'session_delete',
  'session_expire',
  'session_ping',
  'chainChanged',
  'accountsChanged',
] as const

function open(
  stored: readonly Session[],
  script: Parameters<typeof createScriptedClient>[1] = {},
  options: Partial<Omit<UniversalProviderOptions, 'client' | 'services'>> & {
    memory?: Map<string, string>
    nodes?: (url: string, method: string, params: unknown) => unknown
  } = {},
) {
  const wallet = createScriptedClient(stored, script)
  const clock = createManualClock()
  const read: string[] = []
  const logged: string[] = []
  const { memory, nodes, ...rest } = options
  const fetch = (async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body))
    const answers = [body].flat().map(({ id, method, params }) => {
      read.push(`${url} ${method}`)
      return { id, result: nodes ? nodes(url, method, params) : `${method} read` }
    })
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(Array.isArray(body) ? answers : answers[0]),
    }
  }) as unknown as typeof globalThis.fetch
  const provider = createUniversalProvider({
    client: wallet.client,
    rpcMap: { 'eip155:1': 'https://one.test', [SOLANA]: 'https://sol.test' },
    ...rest,
    services: {
      clock,
      fetch,
      logger: { debug: () => undefined, warn: () => undefined, error: (text) => void logged.push(text) },
      memory: memory && { get: (key) => memory.get(key), set: (key, text) => void memory.set(key, text) },
    },
  })
  const heard: [string, unknown][] = []
  for (const name of EVENTS) provider.on(name, (payload: unknown) => void heard.push([name, payload]))
  /** Runs a call that may need the clock to move. */
  const run = async <Value>(work: Promise<Value>, ms = 10_000): Promise<Value> => {
    let isUnderWay = true
    const end = (): void => {
      isUnderWay = false
    }
    work.then(end, end)
    // Code that is loaded on first use may take longer than the turns of one advance.
    while (isUnderWay) await clock.advance(ms)
    return work
  }
  return { provider, wallet, clock, read, heard, logged, run }
}

/** Everything that a namespace's face tells. */
function listen(provider: ReturnType<typeof createUniversalProvider>, namespace: string) {
  const heard: [string, unknown][] = []
  const face = provider.forNamespace(namespace)
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message']) {
    face.on(name, (payload: unknown) => void heard.push([name, payload]))
  }
  return { face, heard }
}

describe('choosing a session', () => {
  test('the newest session is taken up unless one is named, and an expired one never', () => {
    const stored = [
      makeSession('old', EVM, { expiry: 1_700_100_000 }),
      makeSession('new', EVM, { expiry: 1_700_500_000 }),
      makeSession('gone', EVM, { expiry: 1_699_000_000 }),
    ]
    expect(open(stored).provider.session?.topic).toBe('new')
    expect(open(stored, {}, { session: 'old' }).provider.session?.topic).toBe('old')
    expect(open(stored.slice(2)).provider.session).toBeUndefined()
    expect(() => open(stored, {}, { session: 'none' })).toThrow(
      "The provided session: none doesn't exist in the Sign client",
    )
  })

  test('the default chain is the given one where the wallet serves it, else the first that it granted', () => {
    const chain = (wanted?: string) =>
      open([makeSession('s', EVM)], {}, wanted ? { defaultChains: { eip155: wanted } } : {}).provider.getDefaultChain(
        'eip155',
      )
    expect([chain(), chain('eip155:10'), chain('eip155:137')]).toEqual(['eip155:1', 'eip155:10', 'eip155:1'])
  })
})

describe('a caller without types', () => {
  test.each([undefined, null, 7, 'text', []])('is told by a code where %j stands for the parameters', async (given) => {
    const { provider } = open([makeSession('s', EVM)])
    const wrong = given as never
    const coded = { name: 'EngineError', key: 'MISSING_OR_INVALID' }
    await expect(provider.connect(wrong)).rejects.toMatchObject(coded)
    await expect(provider.request(wrong)).rejects.toMatchObject(coded)
    await expect(provider.forNamespace('eip155').request(wrong)).rejects.toMatchObject(coded)
    await expect(new Promise((resolve) => provider.sendAsync(wrong, (error) => resolve(error)))).resolves.toMatchObject(
      coded,
    )
    expect(() => provider.setDefaultChain(wrong)).toThrow('chain must be CAIP-2')
    provider.close()
  })
})

describe('the test of the nodes', () => {
  test('is sent to the nodes of the chains of a session when it is opened, where a site wants that', async () => {
    const restored = open([makeSession('s', BOTH)], {}, { disableProviderPing: false })
    await expect
      .poll(() => restored.clock.advance(10).then(() => restored.read.toSorted()))
      .toEqual(['https://one.test test', 'https://sol.test test'])
    const connected = open([], { approve: makeSession('s', EVM) }, { disableProviderPing: false })
    expect(connected.read).toEqual([])
    await connected.provider.connect({})
    await expect.poll(() => connected.clock.advance(10).then(() => connected.read)).toEqual(['https://one.test test'])
    for (const { provider } of [restored, connected]) provider.close()
  })

  test('is sent to nobody by default, nor where it is switched off', async () => {
    for (const options of [{}, { disableProviderPing: true }]) {
      const { clock, read, provider } = open([makeSession('s', BOTH)], {}, options)
      for (let turn = 0; turn < 20; turn += 1) await clock.advance(10)
      expect(read).toEqual([])
      provider.close()
    }
  })
})

describe('connecting', () => {
  test('connect shows the code, takes up the session and tells each namespace once', async () => {
    const { provider, wallet, heard } = open([], { approve: makeSession('s', BOTH) })
    const eip155 = listen(provider, 'eip155')
    const solana = listen(provider, 'solana')
    const session = await provider.connect({
      optionalNamespaces: {
        eip155: {
          chains: ['eip155:10'],
          methods: ['personal_sign'],
          events: [],
          rpcMap: { 10: 'https://ten.test' },
          defaultChain: '10',
        },
      },
    })
    expect(session?.topic).toBe('s')
    expect(wallet.connects).toEqual([
      { optionalNamespaces: { eip155: { chains: ['eip155:10'], methods: ['personal_sign'], events: [] } } },
    ])
    expect(heard.map(([name]) => name)).toEqual(['display_uri', 'connect', 'accountsChanged', 'accountsChanged'])
    expect(eip155.heard).toEqual([
      ['connect', { chainId: '0xa' }],
      ['accountsChanged', [ALICE]],
    ])
    expect(solana.heard).toEqual([
      ['connect', { chainId: SOLANA }],
      ['accountsChanged', [SOL]],
    ])
  })

  test('skipPairing remembers what a later pair proposes over the named pairing', async () => {
    const { provider, wallet } = open([], { approve: makeSession('s', EVM) })
    const optionalNamespaces = { eip155: { chains: ['eip155:1'], methods: [], events: [] } }
    expect(await provider.connect({ optionalNamespaces, skipPairing: true })).toBeUndefined()
    expect(wallet.connects).toEqual([])
    await provider.pair('idle')
    expect(wallet.connects).toMatchObject([{ optionalNamespaces, pairingTopic: 'idle' }])
  })

  test('enable gives the addresses of the default chain, connecting first where there is no session', async () => {
    const { provider, wallet } = open([], { approve: makeSession('s', EVM) })
    expect(await provider.enable()).toEqual([ALICE, BOB])
    expect(await provider.enable()).toEqual([ALICE, BOB])
    expect(wallet.connects.length).toBe(1)
  })

  test('authenticate shows the code and takes up the session that came with it', async () => {
    const { provider, heard } = open([], { approve: makeSession('s', EVM) })
    await provider.authenticate({ chains: ['eip155:1'], domain: 'a.test', uri: 'https://a.test', nonce: '1' })
    expect(heard.map(([name]) => name)).toEqual(['display_uri', 'connect', 'accountsChanged'])
    expect(provider.session?.topic).toBe('s')
  })

  test('a refusal leaves the session that was there', async () => {
    const { provider } = open([makeSession('s', EVM)])
    await expect(provider.connect({})).rejects.toThrow('refused')
    expect(provider.session?.topic).toBe('s')
  })

  test('cleaning up ends the pairings that never came to a session, and no other', async () => {
    const { provider, wallet } = open([])
    await provider.cleanupPendingPairings()
    expect(wallet.disconnected).toEqual(['idle'])
  })
})

describe('requests', () => {
  test('what the session grants goes to the wallet on the asked chain, the rest to the nodes of the chain', async () => {
    const { provider, wallet, read, run } = open([makeSession('s', BOTH)], { answer: () => '0xsigned' })
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', ALICE] }, 'eip155:10')).toBe('0xsigned')
    expect(wallet.asked).toEqual([
      { topic: 's', chainId: 'eip155:10', method: 'personal_sign', params: ['0x00', ALICE] },
    ])
    expect(await run(provider.request({ method: 'eth_blockNumber' }))).toBe('eth_blockNumber read')
    expect(await run(provider.request({ method: 'getSlot' }, SOLANA))).toBe('getSlot read')
    expect(read).toEqual(['https://one.test eth_blockNumber', 'https://sol.test getSlot'])
  })

  test('F-18: what needs a wallet and was not granted is refused before anything is sent', async () => {
    const { provider, wallet, read } = open([makeSession('s', BOTH)])
    for (const [method, chain] of [
      ['eth_signTypedData_v4', 'eip155:1'],
      ['eth_sign', 'eip155:1'],
      ['wallet_watchAsset', 'eip155:1'],
      ['wallet_sendCalls', 'eip155:1'],
      ['wallet_addEthereumChain', 'eip155:1'],
      ['solana_signTransaction', SOLANA],
    ] as const) {
      await expect(provider.request({ method }, chain)).rejects.toMatchObject({
        key: 'UNAUTHORIZED_METHOD',
        code: 3001,
      })
    }
    expect([wallet.asked, read]).toEqual([[], []])
  })

  test('accounts and chain of eip155 are answered here, the chain in hex', async () => {
    const { provider, wallet } = open([makeSession('s', EVM)])
    const { face } = listen(provider, 'eip155')
    expect(await face.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await face.request({ method: 'eth_accounts' })).toEqual([ALICE, BOB])
    provider.setDefaultChain('eip155:10')
    expect(await face.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(await face.request({ method: 'eth_requestAccounts' })).toEqual([ALICE])
    expect(wallet.asked).toEqual([])
  })

  test('the words for a missing session, namespace and node are the known ones', async () => {
    await expect(open([]).provider.request({ method: 'eth_chainId' })).rejects.toThrow(
      'Please call connect() before request()',
    )
    await expect(open([]).provider.disconnect()).rejects.toThrow('Please call connect() before enable()')
    const { provider } = open([makeSession('s', BOTH)], {}, { rpcMap: {} })
    await expect(provider.request({ method: 'x' }, 'cosmos:hub')).rejects.toThrow(
      "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    )
    await expect(provider.request({ method: 'eth_call' }, 'eip155:10')).rejects.toThrow(
      'No RPC url provided for chainId: eip155:10',
    )
    await expect(provider.request({ method: 'getSlot' }, SOLANA)).rejects.toThrow(
      `JSON-RPC provider for ${SOLANA} not found`,
    )
    expect(() => provider.setDefaultChain('cosmos:hub')).toThrow("Namespace 'cosmos' is not configured")
    expect(() => open([], {}, { rpcMap: { 'eip155:1': 'ftp://secret-key.test' } })).toThrow(/^(?!.*secret)/)
  })

  test('sendAsync calls back with a JSON-RPC answer, or the error', async () => {
    const { provider } = open([makeSession('s', EVM)])
    const good = await new Promise((resolve) => {
      provider.sendAsync({ id: 7, method: 'eth_chainId' }, (error, answer) => resolve([error, answer]))
    })
    expect(good).toEqual([null, { id: 7, jsonrpc: '2.0', result: '0x1' }])
    const bad = await new Promise((resolve) => {
      provider.sendAsync({ method: 'eth_sign' }, (error, answer) => resolve([error, answer]))
    })
    expect(bad).toMatchObject([{ key: 'UNAUTHORIZED_METHOD' }, undefined])
  })
})

describe('switching chains', () => {
  const SWITCHER = (chains: readonly string[] = ['eip155:1']): SessionNamespaces => ({
    eip155: {
      accounts: chains.map((chain) => `${chain}:${ALICE}`),
      methods: ['wallet_switchEthereumChain'],
      events: [],
    },
  })
  const to = (chainId: unknown) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

  test('a chain of the session is a local change, told in hex and followed by its accounts', async () => {
    const { provider, wallet, heard } = open([makeSession('s', BOTH)])
    const eip155 = listen(provider, 'eip155')
    const solana = listen(provider, 'solana')
    expect(await eip155.face.request(to('0xa'))).toBeNull()
    const told = [
      ['chainChanged', '0xa'],
      ['accountsChanged', [ALICE]],
    ]
    expect(heard).toEqual(told)
    expect(eip155.heard).toEqual(told)
    expect(solana.heard, 'another namespace hears nothing').toEqual([])
    expect(wallet.asked).toEqual([])
    provider.setDefaultChain('eip155:10')
    expect(heard.length, 'no change, no event').toBe(2)
  })

  test('another chain goes to the wallet on the first chain, and counts once the session has it', async () => {
    const { provider, wallet, run } = open([makeSession('s', SWITCHER())], { answer: () => null })
    const { face, heard } = listen(provider, 'eip155')
    const switched = face.request(to('0x89'))
    await run(Promise.resolve(), 1_000)
    expect(wallet.asked).toEqual([
      { topic: 's', chainId: 'eip155:1', method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] },
    ])
    expect(heard).toEqual([])
    wallet.update('s', SWITCHER(['eip155:1', 'eip155:137']))
    expect(await switched).toBeNull()
    expect(heard[0]).toEqual(['chainChanged', '0x89'])
  })

  test('a wallet that agrees but adds nothing within 3 s has not switched, nor one that lacks the method', async () => {
    const words =
      "Failed to switch to chain 'eip155:137'. The chain is not approved or the wallet does not support 'wallet_switchEthereumChain' method."
    const agreeing = open([makeSession('s', SWITCHER())], { answer: () => null })
    await expect(agreeing.run(agreeing.provider.request(to(137)), 3_000)).rejects.toThrow(words)
    expect(agreeing.provider.getDefaultChain('eip155')).toBe('eip155:1')
    const lacking = open([makeSession('s', EVM)])
    await expect(lacking.provider.request(to('137'))).rejects.toMatchObject({
      message: words,
      key: 'UNSUPPORTED_CHAINS',
    })
    expect(lacking.wallet.asked).toEqual([])
  })

  test('a chain id that is none is refused, and a refusal of the wallet is handed on', async () => {
    const { provider } = open([makeSession('s', SWITCHER())], {
      answer: () => {
        throw Object.assign(new Error('no'), { code: 4001 })
      },
    })
    for (const bad of ['', 'x', '0x', -1, 1.5, null, 'solana:1']) {
      await expect(provider.request(to(bad))).rejects.toMatchObject({ key: 'MISSING_OR_INVALID' })
    }
    await expect(provider.request(to('0x89'))).rejects.toMatchObject({ code: 4001 })
  })

  test('adding a chain that the session has asks nobody; adding another one asks a wallet that takes it', async () => {
    const { provider, wallet } = open([makeSession('s', grant('wallet_addEthereumChain'))], { answer: () => null })
    const add = (chainId: string) => provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId }] })
    expect(await add('0x1')).toBeNull()
    expect(wallet.asked).toEqual([])
    expect(await add('0x89')).toBeNull()
    expect(wallet.asked.length).toBe(1)
  })
})

describe("the wallet's own changes", () => {
  test('chainChanged is read as number, hex, decimal or CAIP-2, and its data wins over the chain it was sent on', () => {
    for (const data of [10, '0xa', '10', 'eip155:10']) {
      const { wallet, heard } = open([makeSession('s', EVM)])
      wallet.say('s', 'chainChanged', data, 'eip155:1')
      expect(heard).toEqual([
        ['chainChanged', '0xa'],
        ['accountsChanged', [ALICE]],
      ])
    }
  })

  test('accountsChanged brings the named account to the front, and never one that the session lacks', () => {
    const { provider, wallet, heard } = open([makeSession('s', EVM)])
    wallet.say('s', 'accountsChanged', [`eip155:1:${BOB}`])
    expect(heard).toEqual([['accountsChanged', [BOB, ALICE]]])
    wallet.say('s', 'accountsChanged', ['0x3333333333333333333333333333333333333333'])
    expect(provider.getAccounts('eip155')).not.toContain('0x3333333333333333333333333333333333333333')
  })

  test('an event of one namespace does not touch another', () => {
    const { provider, wallet } = open([makeSession('s', BOTH)])
    const eip155 = listen(provider, 'eip155')
    const solana = listen(provider, 'solana')
    wallet.say('s', 'chainChanged', 'eip155:10', SOLANA)
    wallet.say('s', 'accountsChanged', [BOB], SOLANA)
    expect([eip155.heard, solana.heard]).toEqual([[], []])
  })

  test('an update is shown at once: accounts, a lost chain, a new and a lost namespace', () => {
    const { provider, wallet } = open([makeSession('s', EVM)], {}, { defaultChains: { eip155: 'eip155:10' } })
    const eip155 = listen(provider, 'eip155')
    const solana = listen(provider, 'solana')
    wallet.update('s', { ...BOTH, eip155: { accounts: [`eip155:1:${BOB}`], methods: [], events: [] } })
    expect(eip155.heard).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', [BOB]],
    ])
    expect(solana.heard).toEqual([
      ['connect', { chainId: SOLANA }],
      ['accountsChanged', [SOL]],
    ])
    wallet.update('s', EVM)
    expect(solana.heard.slice(2)).toMatchObject([
      ['accountsChanged', []],
      ['disconnect', { code: 4900 }],
    ])
  })

  test('delete and expiry end the session here at once', async () => {
    for (const kind of ['delete', 'expire'] as const) {
      const { provider, wallet, heard } = open([makeSession('s', EVM)])
      const { face, heard: told } = listen(provider, 'eip155')
      if (kind === 'delete') wallet.remove('s')
      else wallet.tell('session_expire', { topic: 's' })
      expect(heard.map(([name]) => name)).toEqual([`session_${kind}`, 'accountsChanged', 'disconnect'])
      expect(heard.at(-1)?.[1]).toEqual({ code: 6000, message: 'User disconnected.', data: 's' })
      expect(told.map(([name]) => name)).toEqual(['accountsChanged', 'disconnect'])
      expect(provider.session).toBeUndefined()
      await expect(face.request({ method: 'eth_accounts' })).rejects.toThrow('Please call connect() before request()')
    }
  })

  test('events of other sessions are not ours', () => {
    const { wallet, heard } = open([makeSession('s', EVM), makeSession('t', EVM, { expiry: 1_700_100_000 })])
    wallet.say('t', 'chainChanged', 10)
    wallet.update('t', BOTH)
    wallet.remove('t')
    expect(heard).toEqual([])
  })

  test("a wallet's other events come under their own names, but never as the provider's own", () => {
    const { provider, wallet, heard } = open([makeSession('s', EVM)])
    const custom: unknown[] = []
    provider.once('weather', (data) => void custom.push(data))
    wallet.say('s', 'weather', 'rain')
    wallet.say('s', 'weather', 'sun')
    expect(custom).toEqual(['rain'])
    for (const name of EVENTS.filter((name) => !name.endsWith('Changed'))) wallet.say('s', name, 'forged')
    expect(heard).toEqual([])
  })

  test('a listener that throws keeps no other from hearing', () => {
    const { provider, wallet, logged } = open([makeSession('s', EVM)])
    const later: unknown[] = []
    provider.on('session_ping', () => {
      throw new Error('site bug')
    })
    provider.on('session_ping', (payload) => void later.push(payload))
    wallet.tell('session_ping', { id: 1, topic: 's' })
    expect([later.length, logged.length]).toEqual([1, 1])
  })
})

describe('ending', () => {
  test('disconnect ends the session here before the wallet knows, and what is gone already is no failure', async () => {
    let finish: (() => void) | undefined
    const { provider, wallet, heard } = open([makeSession('s', EVM)], {
      disconnect: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    const ending = provider.disconnect()
    expect(provider.session).toBeUndefined()
    expect(heard.map(([name]) => name)).toEqual(['accountsChanged', 'disconnect'])
    finish?.()
    await ending
    expect(wallet.disconnected).toEqual(['s'])

    const gone = open([makeSession('s', EVM)], {
      disconnect: async () => {
        const { EngineError } = await import('../errors.ts')
        throw new EngineError('NO_MATCHING_KEY')
      },
    })
    await gone.provider.disconnect()
    const offline = open([makeSession('s', EVM)], { disconnect: () => Promise.reject(new Error('offline')) })
    await expect(offline.provider.disconnect()).rejects.toThrow('offline')
    expect(offline.provider.session).toBeUndefined()
  })

  test('closing listens to the client no longer', () => {
    const { provider, wallet } = open([makeSession('s', EVM)])
    expect(wallet.countListeners()).toBe(5)
    provider.close()
    expect(wallet.countListeners()).toBe(0)
  })
})

describe('capabilities', () => {
  const ask = (params: unknown) => ({ method: 'wallet_getCapabilities', params })
  const ATOMIC = { atomic: { status: 'supported' } }

  test('session properties answer first: by address and chains, by address, or by chain', async () => {
    for (const told of [
      { [`${ALICE}0x1`]: { '0x1': ATOMIC } },
      { [ALICE]: { '0x1': ATOMIC, '0xa': ATOMIC } },
      { '0x1': ATOMIC, '0xa': ATOMIC },
      { 'eip155:1': ATOMIC },
    ]) {
      const { provider, wallet } = open([
        makeSession('s', EVM, { sessionProperties: { capabilities: JSON.stringify(told) } }),
      ])
      expect(await provider.request(ask([ALICE, ['0x1']]))).toEqual({ '0x1': ATOMIC })
      expect(wallet.asked).toEqual([])
    }
  })

  test('then scoped properties, with those of the namespace under each chain', async () => {
    const { provider } = open([
      makeSession('s', EVM, {
        scopedProperties: {
          eip155: { paymasterService: { supported: true }, walletService: [{ url: 'https://w.test' }] },
          'eip155:1': JSON.stringify(ATOMIC),
        },
      }),
    ])
    expect(await provider.request(ask([ALICE]))).toEqual({
      '0x1': { paymasterService: { supported: true }, ...ATOMIC },
      '0xa': { paymasterService: { supported: true } },
    })
  })

  test('then the wallet, once for each address and list of chains, and anew after an update', async () => {
    const namespaces = grant('wallet_getCapabilities')
    const { provider, wallet } = open([makeSession('s', namespaces)], { answer: () => ({ '0x1': ATOMIC }) })
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await provider.request(ask([ALICE.toUpperCase().replace('X', 'x')]))).toEqual({ '0x1': ATOMIC })
      await provider.request(ask([ALICE, ['0x1']]))
    }
    expect(wallet.asked.length).toBe(2)
    wallet.update('s', namespaces)
    await provider.request(ask([ALICE]))
    expect(wallet.asked.length).toBe(3)
  })

  test('a missing address, a foreign one and a wallet that lacks the method are refused', async () => {
    const { provider } = open([makeSession('s', EVM)])
    await expect(provider.request(ask([]))).rejects.toThrow(
      'Missing address parameter in wallet_getCapabilities request',
    )
    await expect(provider.request(ask(['0x3333333333333333333333333333333333333333']))).rejects.toMatchObject({
      key: 'UNSUPPORTED_ACCOUNTS',
    })
    await expect(provider.request(ask([ALICE]))).rejects.toMatchObject({ key: 'UNAUTHORIZED_METHOD' })
  })

  test('properties that are nonsense count as none', async () => {
    for (const capabilities of ['{', '[]', '7', '{}', '{"0x1":5}', '{"0xa":{"atomic":{}}}']) {
      const { provider, wallet } = open(
        [makeSession('s', grant('wallet_getCapabilities'), { sessionProperties: { capabilities } })],
        { answer: () => ({ asked: true }) },
      )
      expect(await provider.request(ask([ALICE, ['0x1']]))).toEqual({ asked: true })
      expect(wallet.asked.length).toBe(1)
    }
  })
})

describe('calls and their status', () => {
  const status = (id: string) => ({ method: 'wallet_getCallsStatus', params: [id] })
  const SENDER = makeSession('s', grant('wallet_sendCalls'))
  const sent = (...hashes: string[]) => ({
    id: '0xbatch',
    capabilities: { caip345: { caip2: 'eip155:1', transactionHashes: hashes } },
  })

  test('receipts of the transactions that the wallet named give 100, 200, 500 or 600', async () => {
    for (const [receipts, expected] of [
      [['0x1', null], 100],
      [['0x1', '0x1'], 200],
      [['0x0', '0x0'], 500],
      [['0x1', '0x0'], 600],
    ] as const) {
      const { provider, run } = open(
        [SENDER],
        { answer: () => sent('0', '1') },
        {
          nodes: (_, __, params) => {
            const index = Number((params as string[])[0])
            const good = receipts[index]
            return (
              good && {
                status: good,
                transactionHash: String(index),
                logs: [{ address: '0x', data: '0x', topics: [], extra: 1 }],
              }
            )
          },
        },
      )
      await provider.request({ method: 'wallet_sendCalls', params: [{}] })
      const answer = await run(provider.request(status('0xbatch')))
      expect(answer).toMatchObject({ version: '2.0.0', id: '0xbatch', chainId: '0x1', status: expected, atomic: false })
      if (expected !== 100) {
        expect(answer).toMatchObject({
          receipts: [{ transactionHash: '0', logs: [{ address: '0x', data: '0x', topics: [] }] }, {}],
        })
      }
    }
  })

  test('they are remembered over a page load for 24 h and not longer', async () => {
    const memory = new Map<string, string>()
    const first = open([SENDER], { answer: () => sent('0x01') }, { memory })
    await first.provider.request({ method: 'wallet_sendCalls', params: [{}] })
    const later = open([SENDER], {}, { memory, nodes: () => null })
    expect(await later.run(later.provider.request(status('0xbatch')))).toMatchObject({ status: 100, atomic: true })
    await later.clock.advance(24 * 3_600_000)
    await expect(later.provider.request(status('0xbatch'))).rejects.toThrow(
      'Fetching call status not approved by the wallet.',
    )
    const spoilt = open([SENDER], {}, { memory: new Map([['calls', '{"x"']]) })
    await expect(spoilt.provider.request(status('0xbatch'))).rejects.toMatchObject({ key: 'UNAUTHORIZED_METHOD' })
  })

  test("the session's bundler is asked first, by its name and then by its https address, never by plain http", async () => {
    const receipt = { success: true, receipt: { transactionHash: '0xt', status: '0x1', logs: [] }, logs: [] }
    const asked = async (properties: Record<string, string>, knows: string) => {
      const { provider, read, run } = open(
        [makeSession('s', grant('wallet_getCallsStatus'), { sessionProperties: properties })],
        { answer: () => 'from the wallet' },
        {
          getBundlerUrl: (name) => `https://gateway.test/bundler?name=${name}`,
          nodes: (url) => (url.startsWith(knows) ? receipt : 'nonsense'),
        },
      )
      return [await run(provider.request(status('0xop'))), read]
    }
    const good = {
      id: '0xop',
      chainId: '0x1',
      status: 200,
      atomic: true,
      receipts: [{ transactionHash: '0xt', status: '0x1' }],
    }
    expect(await asked({ bundler_name: 'x' }, 'https://gateway.test')).toMatchObject([
      good,
      ['https://gateway.test/bundler?name=x eth_getUserOperationReceipt'],
    ])
    expect(await asked({ bundler_name: 'x', bundler_url: 'https://b.test' }, 'https://b.test')).toMatchObject([
      good,
      ['https://gateway.test/bundler?name=x eth_getUserOperationReceipt', 'https://b.test eth_getUserOperationReceipt'],
    ])
    expect(await asked({ bundler_url: 'http://127.0.0.1:8545' }, 'http')).toEqual(['from the wallet', []])
  })

  test('without bundler and kept calls the wallet is asked where it may be', async () => {
    const { provider } = open([makeSession('s', grant('wallet_getCallsStatus'))], { answer: () => ({ status: 200 }) })
    expect(await provider.request(status('0xbatch'))).toEqual({ status: 200 })
    await expect(provider.request({ method: 'wallet_getCallsStatus', params: [] })).rejects.toMatchObject({
      key: 'MISSING_OR_INVALID',
    })
  })
})
