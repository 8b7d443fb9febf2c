import { type FrameCallName, type FramePayload, readFrameMessage, writeCall } from '@latchkey/wire/frame'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ApprovalRequest, Approve } from '../approve/types.ts'
import { CallError } from '../channel/CallError.ts'
import { serveCalls } from '../channel/serveCalls.ts'
import type { KeyTasks } from '../worker/keyTasks.ts'
import { createHandler } from './createHandler.ts'

const ACCOUNT = {
  email: 'ada@shop.example',
  name: 'ada@shop.example',
  provider: null,
  userName: null,
  addresses: {
    eip155: '0x00000000000000000000000000000000000A11cE',
    solana: '2gM1111111111111111111111111111111111111111',
  },
  smartAccount: '0x00000000000000000000000000000000005a4E00',
  isFrozen: false,
  isBackedUp: false,
}

/** A page that speaks to the handler over a real port; the worker and the person are played. */
const open = (
  played: Partial<KeyTasks> = {},
  approve: Approve = async () => 'approved',
  bringBack: () => Promise<void> = async () => {},
  visit: () => Promise<void> = async () => {},
  letIn: () => Promise<void> = async () => {},
) => {
  const asked: [string, string, unknown][] = []
  const keys = {
    account: async () => ACCOUNT,
    prepare: async (_, network) => ({
      id: 'one',
      account: ACCOUNT.addresses.eip155,
      network,
      subject: { kind: 'message', bytes: '0x' },
    }),
    carryOut: vi.fn(async () => '0x5167'),
    drop: vi.fn(async () => {}),
    listSmartNetworks: async () => [],
    ask: async (...call) => {
      asked.push(call)
      return call[1] === 'getGenesisHash' ? `${'g'.repeat(32)}rest` : '0xa'
    },
    ...played,
  } as KeyTasks
  const opened: unknown[] = []
  const handler = createHandler({
    keys,
    projectId: 'shop',
    host: 'https://shop.example',
    network: 'eip155:1',
    loadApprove: async () => approve,
    openSettings: async (section, _account, _network, onEnd) => {
      opened.push(section)
      await visit()
      onEnd()
    },
    log: (_, error) => opened.push(error),
    bringBack: async (missing) => {
      opened.push(missing)
      await bringBack()
    },
    letIn: async (step) => {
      opened.push(step)
      await letIn()
    },
    askVaultCodes: () => void opened.push('vault codes'),
    tellAccount: ({ email }) => void opened.push(email),
    applyTheme: (theme) => void opened.push(theme),
    reload: () => void opened.push('reload'),
  })
  const { port1: page, port2 } = new MessageChannel()
  const served = serveCalls(port2, handler, { now: () => 0, log: (_, error) => void opened.push(error) })
  const heard: unknown[] = []
  page.onmessage = ({ data }) => heard.push(readFrameMessage(data))
  onTestFinished(() => {
    served.close()
    page.close()
  })
  const send = <Name extends FrameCallName>(name: Name, payload?: FramePayload<Name>) => {
    const id = crypto.randomUUID()
    page.postMessage(writeCall(id, name, payload as never))
    return id
  }
  /** What a call came to: its answer, or the code and reason of its failure. */
  const call = async <Name extends FrameCallName>(name: Name, payload?: FramePayload<Name>): Promise<unknown> => {
    const id = send(name, payload)
    const find = () => heard.find((each) => (each as { id?: string } | undefined)?.id === id)
    await expect.poll(find).toBeDefined()
    const found = find() as { answer?: unknown; failure?: { code?: number; reason?: string } }
    return found.failure ? [found.failure.code, found.failure.reason] : found.answer
  }
  return { call, send, keys, asked, opened, heard }
}

it('tells who is logged in, on the network in use', async () => {
  const { call } = open()
  expect(await call('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await call('GET_USER')).toEqual({
    email: ACCOUNT.email,
    address: ACCOUNT.addresses.eip155,
    chainId: 1,
    accounts: [{ address: ACCOUNT.addresses.eip155, type: 'eoa' }],
    preferredAccountType: 'eoa',
    isBackedUp: false,
  })
  expect(await call('GET_USER', { chainId: `solana:${'g'.repeat(32)}` })).toMatchObject({
    address: ACCOUNT.addresses.solana,
    chainId: `solana:${'g'.repeat(32)}`,
  })
})

it('SEC-38: nobody who is not logged in has accounts, a user or a signature', async () => {
  const { call } = open({ account: async () => undefined })
  expect(await call('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([])
  expect(await call('GET_USER')).toEqual([4100, 'SESSION_REFUSED'])
  expect(await call('OPEN_SETTINGS', { section: 'export' })).toEqual([4100, 'SESSION_REFUSED'])
})

it('SEC-92: takes a network that the gateway has and whose node names it, and no other', async () => {
  const { call, asked } = open()
  expect(await call('SWITCH_NETWORK', { chainId: 'eip155:10' })).toEqual({ chainId: 'eip155:10' })
  expect(asked).toEqual([['eip155:10', 'eth_chainId', []]])
  expect(await call('SWITCH_NETWORK', { chainId: 'eip155:11' })).toEqual([4902, 'CHAIN_UNSUPPORTED'])
  expect(await call('SWITCH_NETWORK', { chainId: 'bip122:000000000019d6689c085ae165831e93' })).toEqual([
    4902,
    'CHAIN_UNSUPPORTED',
  ])
  expect(await call('GET_CHAIN_ID')).toEqual({ chainId: 'eip155:10' })
  expect(await call('RPC_REQUEST', { method: 'eth_chainId' })).toBe('0xa')
})

it('reads by a node without asking anybody, and has a request signed once it was approved', async () => {
  const seen: ApprovalRequest[] = []
  const { call, keys, asked } = open({}, async (request) => {
    seen.push(request)
    return 'approved'
  })
  await call('SYNC_DAPP_DATA', {
    projectId: 'shop',
    sdkType: 'latchkey',
    metadata: { name: 'A bank', url: 'https://bank.example', icons: [] },
  })
  expect(await call('RPC_REQUEST', { method: 'eth_blockNumber', params: [] })).toBe('0xa')
  expect([asked, seen]).toEqual([[['eip155:1', 'eth_blockNumber', []]], []])
  expect(await call('RPC_REQUEST', { method: 'personal_sign', params: [] })).toBe('0x5167')
  expect(keys.carryOut).toHaveBeenCalledExactlyOnceWith('one')
  // SEC-34: who asks is whom the browser names; what the page says of itself stands beside it.
  expect(seen[0]).toMatchObject({ host: 'https://shop.example', claimed: { name: 'A bank' } })
})

it('SEC-38: nothing is signed for a network that the gateway has not, and one whose node is away is there all the same', async () => {
  const unsupported = new CallError({ message: 'There is no network', code: 4902, reason: 'CHAIN_UNSUPPORTED' })
  const away = new CallError({ message: 'Away', code: -32603, reason: 'NETWORK_FAILED' })
  const prepare = vi.fn()
  const { call } = open({
    prepare,
    ask: async (network) => Promise.reject(network === 'eip155:9' ? unsupported : away),
  })
  for (const method of ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'] as const)
    expect(await call('RPC_REQUEST', { method, params: [], chainId: 'eip155:9' })).toEqual([4902, 'CHAIN_UNSUPPORTED'])
  expect(prepare).not.toHaveBeenCalled()
  await call('RPC_REQUEST', { method: 'personal_sign', params: [], chainId: 'eip155:10' })
  expect(prepare).toHaveBeenCalledOnce()
})

it('SEC-41: what a person rejects is not signed, and forgotten', async () => {
  const { call, keys } = open({}, async () => 'rejected')
  expect(await call('RPC_REQUEST', { method: 'personal_sign', params: [] })).toEqual([4001, 'USER_REJECTED'])
  expect(keys.carryOut).not.toHaveBeenCalled()
  expect(keys.drop).toHaveBeenCalledWith('one')
})

it('SEC-40: what the page gives up is not signed, even where it is approved at that moment', async () => {
  let decide = (_: 'approved'): void => {}
  const shown = vi.fn()
  const { send, keys, heard } = open(
    {},
    () =>
      new Promise((resolve) => {
        decide = resolve
        shown()
      }),
  )
  send('RPC_REQUEST', { method: 'personal_sign', params: [] })
  await vi.waitFor(() => expect(shown).toHaveBeenCalled())
  send('RPC_ABORT')
  await expect.poll(() => heard).toHaveLength(2)
  decide('approved')
  await vi.waitFor(() => expect(keys.drop).toHaveBeenCalledWith('one'))
  expect(keys.carryOut).not.toHaveBeenCalled()
})

it.each([
  ['INIT_SMART_ACCOUNT', undefined],
  ['SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }],
] as const)('%s of what this frame has not (%j) is answered as not served', async (name, payload) => {
  expect(await open().call(name, payload as never)).toEqual([4200, 'NOT_SERVED'])
})

it('where the gateway has a bundler the account is the smart one, until the visitor wants the other', async () => {
  const prepare = vi.fn(async (_: unknown, network: string) => ({
    id: 'one',
    account: '',
    network,
    subject: { kind: 'message' as const, bytes: '0x' as const },
  }))
  const { call } = open({
    listSmartNetworks: async () => [{ id: 'eip155:10', isSponsored: true }],
    isDeployed: async () => false,
    prepare,
  })
  const { smartAccount, addresses } = ACCOUNT
  const accounts = [
    { address: smartAccount, type: 'smartAccount' },
    { address: addresses.eip155, type: 'eoa' },
  ]
  const typesAsked = () => prepare.mock.calls.map((parameters: readonly unknown[]) => parameters[2])
  expect(await call('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [10] })
  // There is no bundler here.
  expect(await call('GET_USER')).toMatchObject({ address: addresses.eip155, preferredAccountType: 'eoa' })
  expect(await call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual([4200, 'NOT_SERVED'])
  expect(await call('GET_USER', { chainId: 'eip155:10' })).toMatchObject({
    address: smartAccount,
    accounts,
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  expect(await call('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([smartAccount, addresses.eip155])
  expect(await call('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address: addresses.eip155 })
  expect(await call('GET_USER')).toMatchObject({
    address: addresses.eip155,
    accounts: accounts.toReversed(),
    preferredAccountType: 'eoa',
  })
  await call('RPC_REQUEST', { method: 'eth_sendTransaction', params: [{ to: smartAccount }] })
  expect(typesAsked()).toEqual(['eoa'])
})

it('SEC-38: a request for a network of another namespace is refused', async () => {
  const { call } = open()
  expect(await call('RPC_REQUEST', { method: 'solana_signMessage', params: { message: '2', pubkey: '2' } })).toEqual([
    -32602,
    'PARAMS_INVALID',
  ])
  expect(
    await call('RPC_REQUEST', { method: 'eth_blockNumber', chainId: 'eip155:1', chainNamespace: 'solana' }),
  ).toEqual([-32602, 'PARAMS_INVALID'])
})

it('another project is not this one', async () => {
  expect(await open().call('SYNC_DAPP_DATA', { projectId: 'other', sdkType: 'latchkey' })).toEqual([
    -32602,
    'PARAMS_INVALID',
  ])
})

it('follows the theme, opens settings and loads anew', async () => {
  const { call, opened } = open()
  await call('SYNC_THEME', { themeMode: 'light' })
  await call('OPEN_SETTINGS', { section: 'export' })
  await call('RELOAD')
  expect(opened).toEqual([{ themeMode: 'light' }, 'export', 'reload'])
})

it('SEC-65: changes the address by the gateway’s codes, and asks for the vault’s in the frame', async () => {
  const steps = [
    { sender: 'gateway', address: 'new' },
    { sender: 'vault', address: 'old' },
  ] as const
  let typed = 0
  let email = ACCOUNT.email
  const { call, opened } = open({
    account: async () => ({ ...ACCOUNT, email, name: email }),
    changeEmail: async () => ({ sender: 'gateway', address: 'old' }),
    typeEmailCode: async () => {
      const step = steps[typed]
      typed += 1
      if (typed === 2) email = 'new@shop.example'
      return step ?? { sender: 'done' }
    },
  })
  expect(await call('UPDATE_EMAIL', { email: 'new@shop.example' })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  expect(await call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).toBeUndefined()
  expect(opened).toEqual([])
  expect(await call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })).toEqual({ newEmail: 'new@shop.example' })
  expect(opened).toEqual(['vault codes', 'new@shop.example'])
})

it('a code of a change that is wrong changes nothing, and one after which the vault is away has changed the address', async () => {
  let email = ACCOUNT.email
  const { call } = open({
    account: async () => ({ ...ACCOUNT, email, name: email }),
    changeEmail: async () => ({ sender: 'gateway', address: 'new' }),
    typeEmailCode: async (code) => {
      if (code === '000000') throw new CallError({ message: 'no', code: -32603, reason: 'CODE_REFUSED' })
      email = 'new@shop.example'
      throw new CallError({ message: 'away', code: -32603, reason: 'NETWORK_FAILED' })
    },
  })
  expect(await call('UPDATE_EMAIL', { email: 'new@shop.example' })).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
  expect(await call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '000000' })).toEqual([-32603, 'CODE_REFUSED'])
  expect(await call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })).toEqual({ newEmail: 'new@shop.example' })
})

it('tells the page where the account’s address was changed elsewhere', async () => {
  let email = ACCOUNT.email
  const { call, opened } = open({ account: async () => ({ ...ACCOUNT, email, name: email }) })
  await call('GET_USER')
  email = 'new@shop.example'
  await call('OPEN_SETTINGS', { section: 'devices' })
  expect(opened).toEqual(['new@shop.example', 'devices'])
})

it('tells the page once the visitor has a way back of their own', async () => {
  let isBackedUp = false
  const { call, opened, heard } = open(
    { account: async () => ({ ...ACCOUNT, isBackedUp }) },
    undefined,
    undefined,
    async () => {
      isBackedUp = true
    },
  )
  expect(await call('GET_USER')).toMatchObject({ isBackedUp: false })
  await call('OPEN_SETTINGS', { section: 'recovery' })
  await expect.poll(() => opened).toEqual(['recovery', ACCOUNT.email])
  expect(await call('GET_USER')).toMatchObject({ isBackedUp: true })
  expect(heard).toHaveLength(3)
})

it.each([
  'PASSKEY_NEEDED',
  'OWN_WAY_NEEDED',
  'WALLET_STRICT',
  'WALLET_FROZEN',
  'RELEASE_WAITS',
  'WALLET_UNKNOWN',
  'DEVICE_NOT_APPROVED',
])('a login whose wallet is missing by %s goes on once the visitor brought it', async (reason) => {
  const state = { isHere: false, codes: 0 }
  const account = async () => {
    if (state.isHere) return ACCOUNT
    throw new CallError({ message: 'missing', code: -32603, reason })
  }
  const { call, opened } = open(
    {
      account,
      finishLogin: async () => {
        state.codes += 1
        await account()
      },
    },
    undefined,
    async () => {
      state.isHere = true
    },
  )
  expect(await call('CONNECT_OTP', { otp: '123456' })).toBeUndefined()
  // A code is good once.
  expect([opened, state.codes]).toEqual([[reason], 1])
  expect(await call('GET_USER')).toMatchObject({ email: ACCOUNT.email })
})

it('SEC-81: a login that wants a passkey, and then a wallet that must be brought, asks for one after the other, and for neither twice', async () => {
  const wanted = ['PASSKEY_NEEDED', 'WALLET_STRICT']
  const missing = async () => {
    const [reason] = wanted
    if (reason !== undefined) throw new CallError({ message: 'missing', code: -32603, reason })
    return ACCOUNT
  }
  const finishLogin = async () => void (await missing())
  const { call, opened } = open({ account: missing, finishLogin }, undefined, async () => void wanted.shift())
  expect(await call('CONNECT_OTP', { otp: '123456' })).toBeUndefined()
  expect(opened).toEqual(['PASSKEY_NEEDED', 'WALLET_STRICT'])
  wanted.push('WALLET_STRICT', 'WALLET_STRICT')
  expect(await call('GET_USER')).toEqual([-32603, 'WALLET_STRICT'])
})

it('a visitor who leaves without bringing the wallet has none', async () => {
  const missing = async () => {
    throw new CallError({ message: 'missing', code: -32603, reason: 'WALLET_STRICT' })
  }
  const { call } = open({ account: missing }, undefined, async () => {
    throw new CallError({ message: 'left', code: 4001, reason: 'WALLET_STRICT' })
  })
  expect(await call('GET_USER')).toEqual([4001, 'WALLET_STRICT'])
})

const GITHUB = { ...ACCOUNT, provider: 'github', userName: 'ada' }

it('leads a window to the gateway for a login at a service, and tells who is in', async () => {
  const startSocial = vi.fn(async () => ({ uri: 'https://gate.example/oauth/start?state=1' }))
  const { call, opened } = open({
    startSocial,
    waitForSocial: async () => ({ state: 'in' }),
    account: async () => GITHUB,
  })
  expect(await call('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })).toEqual({
    uri: 'https://gate.example/oauth/start?state=1',
  })
  expect(startSocial).toHaveBeenCalledWith('github', undefined)
  expect(await call('CONNECT_SOCIAL')).toMatchObject({
    address: ACCOUNT.addresses.eip155,
    socialProvider: 'github',
    userName: 'ada',
  })
  expect(opened).toEqual([])
})

it('draws what a phone opens for a login by Farcaster, and tells what the person is called', async () => {
  const { call } = open({
    startFarcaster: async () => ({ url: 'https://gate.example/farcaster/siwf?channelToken=1' }),
    waitForSocial: async () => ({ state: 'in' }),
    account: async () => ({ ...ACCOUNT, email: null, name: 'ada', provider: 'farcaster', userName: 'ada' }),
  })
  expect(await call('GET_FARCASTER_URI')).toEqual({ url: 'https://gate.example/farcaster/siwf?channelToken=1' })
  expect(await call('CONNECT_FARCASTER')).toEqual({ userName: 'ada' })
  expect(await call('GET_USER')).toMatchObject({ socialProvider: 'farcaster' })
})

it('takes the ticket of a page that came back before it waits', async () => {
  const done: string[] = []
  const { call } = open({
    takeSocialResult: async (uri) => void done.push(uri),
    waitForSocial: async () => {
      done.push('wait')
      return { state: 'in' }
    },
  })
  await call('CONNECT_SOCIAL', { uri: 'https://gate.example/oauth/result?ticket=1' })
  expect(done).toEqual(['https://gate.example/oauth/result?ticket=1', 'wait'])
})

it('has the visitor let this device in on a screen of the frame, and the page hears no address', async () => {
  const { call, opened } = open({
    startSocial: async () => ({ uri: '' }),
    waitForSocial: async () => ({ state: 'device', sentTo: 'a…@people.example' }),
    account: async () => ({ ...GITHUB, email: null }),
  })
  const user = await call('CONNECT_SOCIAL')
  expect(opened).toEqual([{ state: 'device', sentTo: 'a…@people.example' }])
  expect(JSON.stringify(user)).not.toContain('people.example')
})

it('what a login at a service came to is told by its reason', async () => {
  const { call } = open({
    waitForSocial: async () => {
      throw new CallError({ message: 'no', code: 4001, reason: 'PROVIDER_DENIED' })
    },
  })
  expect(await call('CONNECT_SOCIAL')).toEqual([4001, 'PROVIDER_DENIED'])
})

it('a login at a service that is through is not waited for again, and another one is', async () => {
  const waitForSocial = vi.fn(async () => ({ state: 'in' }) as const)
  const { call } = open({ startSocial: async () => ({ uri: '' }), waitForSocial, account: async () => GITHUB })
  await call('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })
  await call('CONNECT_SOCIAL')
  // The page did not get the answer in time.
  expect(await call('CONNECT_SOCIAL')).toMatchObject({ socialProvider: 'github' })
  expect(waitForSocial).toHaveBeenCalledOnce()
  await call('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })
  await call('CONNECT_SOCIAL')
  expect(waitForSocial).toHaveBeenCalledTimes(2)
})

it('whoever is in at a service and misses the wallet brings it here, and is not sent there again', async () => {
  const waitForSocial = vi.fn(async (): Promise<never> => {
    throw new CallError({ message: 'strict', reason: 'WALLET_STRICT' })
  })
  const { call, opened } = open({ waitForSocial, account: async () => GITHUB })
  expect(await call('CONNECT_SOCIAL')).toMatchObject({ socialProvider: 'github' })
  expect(opened).toEqual(['WALLET_STRICT'])
  expect(waitForSocial).toHaveBeenCalledOnce()
})

it('a page that gives a login at a service up ends it in the worker', async () => {
  const dropSocial = vi.fn(async () => {})
  const { call, send, heard } = open({ dropSocial, waitForSocial: () => new Promise(() => {}) })
  const id = send('CONNECT_SOCIAL')
  await call('IS_CONNECTED')
  await call('RPC_ABORT', { id })
  await expect.poll(() => heard.find((each) => (each as { id?: string }).id === id)).toBeDefined()
  expect(dropSocial).toHaveBeenCalledOnce()
})
