import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hello, ready } from './handshake.ts'
import {
  type AppMessage,
  FRAME_CALLS,
  FRAME_NOTICES,
  type FrameCallName,
  readAppMessage,
  readFrameMessage,
  writeAnswer,
  writeCall,
  writeFailure,
  writeNotice,
} from './index.ts'
import { APPROVED_METHODS, needsApproval, SAFE_METHODS } from './methods.ts'
import { isPlain, SIZE_LIMIT } from './plain.ts'

const ID = '7d9f0b6e-6a0b-4b64-9c0e-0f1f2a3b4c5d'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USER = {
  address: ADDRESS,
  chainId: 1,
  accounts: [{ address: ADDRESS, type: 'eoa' }],
  preferredAccountType: 'eoa',
}
const SIWX = {
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: '0123456789abcdef',
}

/** One right payload and one right answer of every call. */
const EXAMPLES: { readonly [Name in FrameCallName]: { readonly payload?: unknown; readonly answer?: unknown } } = {
  SWITCH_NETWORK: { payload: { chainId: 'eip155:10' }, answer: { chainId: 'eip155:10' } },
  CONNECT_EMAIL: { payload: { email: 'visitor@shop.example' }, answer: { action: 'VERIFY_DEVICE' } },
  CONNECT_DEVICE: {},
  CONNECT_OTP: { payload: { otp: '004217' } },
  CONNECT_SOCIAL: {
    payload: { uri: 'https://api.wallet.example/done', siwxMessage: SIWX },
    answer: { ...USER, userName: 'visitor' },
  },
  GET_SOCIAL_REDIRECT_URI: { payload: { provider: 'github' }, answer: { uri: 'https://api.wallet.example/start' } },
  GET_FARCASTER_URI: { answer: { url: 'https://farcaster.example/channel' } },
  CONNECT_FARCASTER: { answer: { userName: 'visitor' } },
  GET_USER: { payload: { chainId: 'eip155:1', siwxMessage: SIWX }, answer: USER },
  SIGN_OUT: {},
  IS_CONNECTED: { answer: { isConnected: true } },
  GET_CHAIN_ID: { answer: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { answer: { smartAccountEnabledNetworks: [1, 10] } },
  INIT_SMART_ACCOUNT: { answer: { address: ADDRESS, isDeployed: false } },
  SET_PREFERRED_ACCOUNT: { payload: { type: 'smartAccount' }, answer: { type: 'smartAccount', address: ADDRESS } },
  RPC_REQUEST: {
    payload: { method: 'personal_sign', params: ['0x68656c6c6f', ADDRESS], chainId: 'eip155:1' },
    answer: '0x00',
  },
  RPC_ABORT: { payload: { id: ID } },
  UPDATE_EMAIL: { payload: { email: 'other@shop.example' }, answer: { action: 'VERIFY_PRIMARY_OTP' } },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: { otp: '123456' } },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: { otp: '123456' }, answer: { newEmail: 'other@shop.example' } },
  SYNC_THEME: { payload: { themeMode: 'dark', themeVariables: { '--latchkey-accent': '#4757f5' }, locale: 'pt-BR' } },
  SYNC_DAPP_DATA: {
    payload: {
      metadata: { name: 'Shop', url: 'https://shop.example', icons: [] },
      sdkType: 'latchkey',
      projectId: 'hollowpine',
    },
  },
  RELOAD: {},
  OPEN_SETTINGS: { payload: { section: 'export' } },
}

const NAMES = Object.keys(FRAME_CALLS) as FrameCallName[]
const withPayload = (payload: unknown) => (payload === undefined ? {} : { payload })
const call = (name: string, payload?: unknown, id: string = ID) => ({
  type: `@latchkey-app/${name}`,
  id,
  ...withPayload(payload),
})

describe.each(NAMES)('%s', (name) => {
  const { payload, answer } = EXAMPLES[name]

  it('travels there and back as it was written', () => {
    const sent = structuredClone(writeCall(ID, name, payload as never))
    expect(readAppMessage(sent)).toEqual({
      id: ID,
      name,
      ...(payload === undefined ? { payload: undefined } : { payload }),
    })
    const answered = structuredClone(writeAnswer(ID, name, answer as never))
    expect(readFrameMessage(answered)).toEqual({ kind: 'success', id: ID, name, answer })
    const failed = structuredClone(writeFailure(ID, name, { message: 'no', code: 4001, reason: 'USER_REJECTED' }))
    expect(readFrameMessage(failed)).toEqual({
      kind: 'error',
      id: ID,
      name,
      failure: { message: 'no', code: 4001, reason: 'USER_REJECTED' },
    })
  })

  it('SEC-32: is dropped with a field too many, at the message or in what it carries', () => {
    expect(readAppMessage({ ...call(name, payload), extra: 1 })).toBeUndefined()
    const odd = payload !== null && typeof payload === 'object' ? { ...payload, extra: 1 } : { extra: 1 }
    expect(readAppMessage(call(name, odd))).toBeUndefined()
  })

  it('SEC-33: is dropped without an id, or with one that is no UUID', () => {
    expect(readAppMessage({ type: `@latchkey-app/${name}`, ...withPayload(payload) })).toBeUndefined()
    expect(readAppMessage(call(name, payload, 'k3j4h5'))).toBeUndefined()
  })

  it('SEC-36: answers with the fields of its schema, and one more cannot be written', () => {
    if (answer === undefined || name === 'RPC_REQUEST') return
    expect(() => writeAnswer(ID, name, { ...(answer as object), token: 'secret' } as never)).toThrow()
  })
})

it('SEC-76: no field of any answer or notice has the name of a token, a share or a key', () => {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return
    const { entries, wrapped, item, options, pipe } = schema as Record<string, unknown>
    for (const [field, inner] of Object.entries((entries as Record<string, unknown>) ?? {})) {
      names.add(field)
      visit(inner)
    }
    for (const inner of [wrapped, item]) visit(inner)
    for (const list of [options, pipe]) if (Array.isArray(list)) for (const inner of list) visit(inner)
  }
  for (const { answer } of Object.values(FRAME_CALLS)) visit(answer)
  for (const notice of Object.values(FRAME_NOTICES)) visit(notice)
  expect(names).toContain('address')
  expect([...names].filter((field) => /token|share|secret|seed|words|mnemonic|key|otp/iu.test(field))).toEqual([])
})

describe('notices', () => {
  it('travel without an id', () => {
    const shown = structuredClone(writeNotice('UI_REQUEST', { reason: 'approve', minWidth: 360, minHeight: 600 }))
    expect(readFrameMessage(shown)).toEqual({
      kind: 'notice',
      name: 'UI_REQUEST',
      payload: { reason: 'approve', minWidth: 360, minHeight: 600 },
    })
    expect(readFrameMessage({ ...shown, id: ID })).toBeUndefined()
  })

  it('are never read as calls, nor calls as notices', () => {
    expect(
      readAppMessage({ type: '@latchkey-app/UI_DONE', id: ID, payload: { reason: 'approve', outcome: 'done' } }),
    ).toBeUndefined()
    expect(readFrameMessage({ type: '@latchkey-frame/CONNECT_OTP', payload: { otp: '123456' } })).toBeUndefined()
  })
})

describe('requests to the wallet', () => {
  it('SEC-38: exactly the methods of both lists are read', () => {
    expect(SAFE_METHODS).toHaveLength(42)
    expect(APPROVED_METHODS).toHaveLength(13)
    const solana = new Map<string, unknown>([
      ['solana_signMessage', { message: '2gM', pubkey: '2gM' }],
      ['solana_signTransaction', { transaction: '2gM' }],
      ['solana_signAllTransactions', { transactions: ['2gM'] }],
      ['solana_signAndSendTransaction', { transaction: '2gM', options: { preflightCommitment: 'confirmed' } }],
    ])
    for (const method of [...SAFE_METHODS, ...APPROVED_METHODS])
      expect(readAppMessage(call('RPC_REQUEST', { method, params: solana.get(method) ?? [] })), method).toBeDefined()
    for (const method of [
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTransaction',
      'wallet_addEthereumChain',
      'debug_traceCall',
      'toString',
    ])
      expect(readAppMessage(call('RPC_REQUEST', { method, params: [] })), method).toBeUndefined()
  })

  it('SEC-49: nothing signs a bare digest', () => {
    for (const method of ['eth_sign', 'solana_sign', 'personal_ecRecover'])
      expect(readAppMessage(call('RPC_REQUEST', { method, params: [ADDRESS, `0x${'00'.repeat(32)}`] }))).toBeUndefined()
  })

  it('what signs or spends needs an approval, and nothing that only reads does', () => {
    for (const method of APPROVED_METHODS) expect(needsApproval(method), method).toBe(true)
    for (const method of SAFE_METHODS) expect(needsApproval(method), method).toBe(false)
  })

  it('SEC-37: a request that names a node of its own is dropped', () => {
    const request = { method: 'eth_blockNumber', rpcUrl: 'https://evil.example' }
    expect(readAppMessage(call('RPC_REQUEST', request))).toBeUndefined()
    expect(
      readAppMessage(call('SWITCH_NETWORK', { chainId: 'eip155:1', rpcUrl: 'https://evil.example' })),
    ).toBeUndefined()
  })
})

describe('SEC-35: the theme', () => {
  const read = (themeVariables: unknown) => readAppMessage(call('SYNC_THEME', { themeVariables }))

  it.each(['#fff', '#4757f5cc', 'rgb(10 20 30 / 50%)', 'oklch(62% 0.2 270)', 'rebeccapurple'])(
    'takes the colour %s',
    (colour) => {
      expect(read({ '--latchkey-accent': colour })).toBeDefined()
    },
  )

  it.each([
    'url(https://evil.example/a)',
    'var(--latchkey-ink)',
    'red;position:fixed',
    'image-set("a")',
    'expression(1)',
    '#12',
    'rgb(var(--x))',
    'rgb(url(x))',
    'red!important',
    '\\75rl(x)',
    'red/**/',
  ])('drops %s as a colour', (colour) => {
    expect(read({ '--latchkey-accent': colour })).toBeUndefined()
  })

  it('drops a variable that is not on the list, and a font that would be loaded', () => {
    expect(read({ '--latchkey-warn': '#fff' })).toBeUndefined()
    expect(read({ '--other': '#fff' })).toBeUndefined()
    expect(read({ '--latchkey-font': 'Evil Sans' })).toBeUndefined()
    expect(read({ '--latchkey-font': 'system-ui' })).toBeDefined()
  })

  it('never lets a parenthesis into a parenthesis, a quote, a semicolon, a brace, a backslash or an at sign', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'rgb(url)#09af%,./+- ;{}\\"\'@:var'), maxLength: 40 }),
        (colour) => {
          if (!read({ '--latchkey-accent': colour })) return
          expect(colour).not.toMatch(/[;{}\\"'@:]|\(.*\(|url\(|var\(/iu)
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('the handshake', () => {
  const nonce = 'AAECAwQFBgcICQoLDA0ODw'

  it('SEC-31: READY and HELLO carry a nonce of 16 bytes', () => {
    const said = { type: '@latchkey-frame/READY', payload: { version: '0.1.0', protocol: 1, nonce, storage: 'kept' } }
    expect(v.is(ready, said)).toBe(true)
    expect(v.is(ready, { ...said, payload: { ...said.payload, nonce: 'short' } })).toBe(false)
    expect(v.is(ready, { ...said, payload: { ...said.payload, protocol: 2 } })).toBe(false)
    const answered = { type: '@latchkey-app/HELLO', payload: { nonce, projectId: 'hollowpine' } }
    expect(v.is(hello, answered)).toBe(true)
    expect(v.is(hello, { ...answered, payload: { ...answered.payload, token: 'x' } })).toBe(false)
  })

  it('is read in no channel: there it is no call', () => {
    expect(readAppMessage({ type: '@latchkey-app/HELLO', id: ID, payload: { nonce, projectId: 'x' } })).toBeUndefined()
  })
})

describe('SEC-32: limits', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

  it('takes 16 levels and no more', () => {
    expect(isPlain(nested(16))).toBe(true)
    expect(isPlain(nested(17))).toBe(false)
  })

  it('takes less than 256 KiB, however it is spread', () => {
    expect(isPlain('x'.repeat(SIZE_LIMIT / 2 - 8))).toBe(true)
    expect(isPlain('x'.repeat(SIZE_LIMIT / 2))).toBe(false)
    expect(isPlain(new Array(SIZE_LIMIT / 8 + 1).fill(null))).toBe(false)
    expect(isPlain(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name${index}`, 1])))).toBe(false)
    const sparse: unknown[] = []
    sparse.length = 4_000_000_000
    expect(isPlain(sparse)).toBe(false)
  })

  it('takes nothing that is not JSON: classes, dates, maps, bytes, functions, NaN, holes, values that lead back to themselves', () => {
    const circle: { inner?: unknown } = {}
    circle.inner = circle
    const holes = [1, 2, 3]
    delete holes[1]
    for (const odd of [
      new Date(),
      new Map(),
      new Uint8Array(4),
      () => 1,
      Number.NaN,
      1n,
      Symbol('x'),
      undefined,
      circle,
      holes,
      new (class {})(),
    ])
      expect(isPlain(odd)).toBe(false)
  })

  it('takes no name by which a prototype is reached', () => {
    expect(isPlain(JSON.parse('{"__proto__":{"admin":true}}'))).toBe(false)
    expect(
      readAppMessage(call('RPC_REQUEST', { method: 'eth_call', params: [JSON.parse('{"constructor":1}')] })),
    ).toBeUndefined()
    expect(readAppMessage(call('__proto__'))).toBeUndefined()
    expect(readAppMessage(call('hasOwnProperty'))).toBeUndefined()
  })

  it('SEC-32: a list of more parameters than there may be is no request, by whatever name it could be read', () => {
    const read = (params: unknown) =>
      readAppMessage({
        type: '@latchkey-app/RPC_REQUEST',
        id: '6ad29a8b-8a0e-4b7f-9d39-24e8ba0d1a3c',
        payload: { method: 'personal_sign', params },
      })
    expect(read(new Array(64).fill('x'))).toBeDefined()
    expect(read({ 0: 'x' })).toBeDefined()
    expect(read(new Array(65).fill('x'))).toBeUndefined()
  })

  it('SEC-32: of 10,000 made-up messages none is read that is not exactly one of the calls', () => {
    const names = [...NAMES, 'HELLO', 'READY', 'UI_DONE', '', '__proto__']
    const odd = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), fc.jsonValue())
    const message = fc.record(
      {
        type: fc.oneof(fc.constantFrom(...names.map((name) => `@latchkey-app/${name}`)), fc.string()),
        id: fc.oneof(fc.constant(ID), fc.uuid(), fc.string(), odd),
        payload: fc.oneof(odd, fc.constantFrom(...Object.values(EXAMPLES).map(({ payload }) => payload))),
        extra: odd,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(message, odd), (value) => {
        const read: AppMessage | undefined = readAppMessage(value)
        if (!read) return
        expect(NAMES).toContain(read.name)
        // What was read is read again from what is written of it: nothing of it depends on what was dropped.
        expect(readAppMessage(writeCall(read.id, read.name, read.payload as never))).toEqual(read)
      }),
      { numRuns: 10_000 },
    )
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})
