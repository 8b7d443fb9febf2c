/** The key worker without its port, over the real servers and a real chain. */
import { base58, base64urlnopad } from '@scure/base'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { FRAME } from '../../../packages/server/src/custody/testFrame.ts'
import { SHOP } from '../../../packages/server/src/gateway/testGateway.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { type Anvil, startAnvil } from '../../../packages/testing/src/anvil.ts'
import { createPassingStore, type DeviceStore } from '../device/deviceStore.ts'
import { derivePasskeyKey } from '../keys/atRest.ts'
import { makeBackupFile } from '../keys/backupFile.ts'
import { platformRandom } from '../keys/bytes.ts'
import { GATE, startTestServers, type TestServers, VAULT } from '../wallet/testServers.ts'
import { openKeyService, WAITING_LIMIT } from './createKeyService.ts'
import { DELEGATION_MANAGER } from './evm/delegation/contracts.ts'
import { SAFE_MODULE } from './evm/smartAccount/contracts.ts'
import type { Lock } from './sessions.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const NETWORK = 'eip155:31337'
let chain: Anvil
let servers: TestServers
let person = 0
let email = ''

beforeAll(async () => {
  chain = await startAnvil()
  servers = await startTestServers({
    answerNode: (_, { body, method, headers }) =>
      fetch(chain.url, { body: body ?? null, method: method ?? 'POST', headers: headers ?? {} }),
  })
})
afterAll(async () => {
  await servers?.close()
  await chain?.stop()
})
beforeEach(() => {
  email = `worker${++person}@shop.example`
  servers.line.ask = servers.reach
  servers.strictProjects.length = 0
  servers.time.now += 25 * 60 * 60_000
})

/** A frame of the visitor's in one browser; `reload` is the same one after its page was loaded again. */
const openFrame = async (store: DeviceStore = createPassingStore(), host = SHOP) => {
  let last: Promise<unknown> = Promise.resolve()
  const lock: Lock = (_, run) => run()
  const timers = new Map<number, () => void>()
  const tasks = await openKeyService(
    { projectId: 'shop', host, gatewayUrl: GATE, vaultUrl: VAULT, language: 'en' },
    {
      store,
      lock,
      random: platformRandom,
      clock: {
        now: () => servers.time.now,
        after: (ms, run) => {
          timers.set(ms, run)
          return () => timers.delete(ms)
        },
      },
      fetch: (async (url: string, init: RequestInit = {}) =>
        servers.line.ask(url, { ...init, headers: { ...init.headers, origin: FRAME } })) as typeof fetch,
    },
  )
  const frame = {
    tasks,
    /** Lets every wait of the keyring end. */
    idle: () => {
      for (const run of timers.values()) run()
    },
    logIn: async () => {
      const action = await tasks.startLogin(email)
      if (action === 'device') {
        last = tasks.waitForDevice()
        const [link] = await servers.readMail(email, /https:\/\/vault\.example\/device\/\S+/)
        await servers.press(link, 'approve')
        await last
      }
      const code = await readCode()
      // Two mails within 30 s are one too many.
      servers.time.now += 31_000
      await tasks.finishLogin(code)
      const account = await tasks.account()
      if (!account) throw new Error('nobody is logged in')
      return account
    },
    reload: () => openFrame(store, host),
  }
  return frame
}

/** The newest code to the visitor. */
async function readCode(): Promise<string> {
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  return one + two
}

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('a newcomer gets a wallet, signs a text with it, and has it after a reload', async () => {
  const frame = await openFrame()
  expect(await frame.tasks.account()).toBeUndefined()
  const { addresses, email: shown } = await frame.logIn()
  expect(shown).toBe(email)
  const again = await frame.reload()
  expect(await again.tasks.account()).toMatchObject({ addresses })
  const params = [hex('hello'), addresses.eip155]
  const { id, subject } = await again.tasks.prepare({ method: 'personal_sign', params }, NETWORK)
  expect(subject).toEqual({ kind: 'message', bytes: hex('hello') })
  const signature = (await again.tasks.carryOut(id)) as `0x${string}`
  const address = addresses.eip155 as `0x${string}`
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  // What is pressed twice is signed once.
  await expect(again.tasks.carryOut(id)).rejects.toMatchObject({ told: { reason: 'REQUEST_ABORTED' } })
  expect(await again.tasks.startLogin(email.toUpperCase())).toBe('connected')
})

test('the servers write to the visitor in the language of the frame, from the next mail on', async () => {
  const frame = await openFrame()
  await frame.tasks.setLanguage('fr')
  expect(await frame.tasks.startLogin(email)).toBe('device')
  expect((await servers.readMail(email, /Un appareil demande à entrer chez \S+/))[0]).toContain('Shop')
  await frame.tasks.setLanguage('zh-TW')
  servers.time.now += 31_000
  await frame.tasks.startLogin(email)
  expect((await servers.readMail(email, /有裝置要求進入 \S+/))[0]).toContain('Shop')
})

test('SEC-55: what one account was asked is signed by no other that logs in meanwhile, in this tab or another one', async () => {
  const store = createPassingStore()
  const frame = await openFrame(store)
  const { addresses } = await frame.logIn()
  const other = await frame.reload()
  const request = { method: 'personal_sign' as const, params: [hex('hello'), addresses.eip155] }
  const here = await frame.tasks.prepare(request, NETWORK)
  const there = await other.tasks.prepare(request, NETWORK)
  email = `worker${++person}@shop.example`
  expect((await other.logIn()).addresses).not.toEqual(addresses)
  await expect(other.tasks.carryOut(there.id)).rejects.toMatchObject({ told: { reason: 'REQUEST_ABORTED' } })
  // The first tab is locked, and finds the other account where it looks for its own.
  frame.idle()
  servers.time.now += 60 * 60_000
  await expect(frame.tasks.carryOut(here.id)).rejects.toMatchObject({ told: { reason: 'REQUEST_ABORTED' } })
})

test('SEC-77: a fresh code of one account lets nobody see the words of the next one', async () => {
  const frame = await openFrame()
  await frame.logIn()
  await frame.tasks.startStepUp('export')
  await frame.tasks.finishStepUp(await readCode())
  expect((await frame.tasks.exportWords()).split(' ')).toHaveLength(24)
  email = `worker${++person}@shop.example`
  await frame.logIn()
  await expect(frame.tasks.exportWords()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
})

test('who logs out is nobody, also after a reload, and comes back by a code alone', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  await frame.tasks.logOut()
  expect(await frame.tasks.account()).toBeUndefined()
  await expect(
    frame.tasks.prepare({ method: 'personal_sign', params: [hex('x'), addresses.eip155] }, NETWORK),
  ).rejects.toMatchObject({ told: { code: 4100, reason: 'SESSION_REFUSED' } })
  const again = await frame.reload()
  expect(await again.tasks.account()).toBeUndefined()
  expect(await again.tasks.startLogin(email)).toBe('code')
  await again.tasks.finishLogin(await readCode())
  expect(await again.tasks.account()).toMatchObject({ addresses })
})

test('a session that another tab renewed serves this one too', async () => {
  const store = createPassingStore()
  const one = await openFrame(store)
  await one.logIn()
  const other = await one.reload()
  await other.tasks.listDevices()
  servers.time.now += 20 * 60_000
  expect(await one.tasks.listDevices()).toHaveLength(1)
  expect(await other.tasks.listDevices()).toHaveLength(1)
  expect(await one.tasks.listDevices()).toHaveLength(1)
})

test('SEC-08: after a wait without a use the wallet is unlocked anew, with the gateway asked for its half', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  frame.idle()
  const asked: string[] = []
  servers.line.ask = (url, init) => {
    asked.push(url)
    return servers.reach(url, init)
  }
  const { id } = await frame.tasks.prepare({ method: 'personal_sign', params: [hex('x'), addresses.eip155] }, NETWORK)
  await frame.tasks.carryOut(id)
  expect(asked.some((url) => url.includes('/v1/wallet/share/device'))).toBe(true)
})

test('SEC-09: a device that was removed signs no more, not even what it was asked before while its wallet is open', async () => {
  const phone = await openFrame()
  const { addresses } = await phone.logIn()
  const laptop = await openFrame()
  await laptop.logIn()
  const removed = (await laptop.tasks.listDevices()).find(({ isThis }) => !isThis)
  await expect(laptop.tasks.revokeDevice(removed?.thumbprint ?? '')).rejects.toMatchObject({
    told: { reason: 'STEP_UP_NEEDED' },
  })
  await laptop.tasks.startStepUp('devices')
  await laptop.tasks.finishStepUp(await readCode())
  const params = [hex('x'), addresses.eip155]
  const ready = await phone.tasks.prepare({ method: 'personal_sign', params }, NETWORK)
  await laptop.tasks.revokeDevice(removed?.thumbprint ?? '')
  await expect(phone.tasks.carryOut(ready.id)).rejects.toMatchObject({ told: { reason: 'SESSION_REFUSED' } })
  expect(await phone.tasks.account()).toBeUndefined()
})

test('an open wallet signs a text also while the gateway is away', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const { id } = await frame.tasks.prepare({ method: 'personal_sign', params: [hex('x'), addresses.eip155] }, NETWORK)
  servers.cut('/v1/', 'before')
  expect(await frame.tasks.carryOut(id)).toMatch(/^0x[\da-f]{130}$/)
})

test('sends coins once, with a number, gas and fees by the node, and answers the hash where the answer is lost', async () => {
  const client = createPublicClient({ transport: http(chain.url), pollingInterval: 50 })
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const address = addresses.eip155 as `0x${string}`
  await client.request({
    method: 'anvil_setBalance' as never,
    params: [address, `0x${parseEther('2').toString(16)}`] as never,
  })
  const to = '0x00000000000000000000000000000000000a11ce'
  const wanted = { method: 'eth_sendTransaction' as const, params: [{ from: address, to, value: '0x64' }] }
  // Both are filled before either is sent.
  const first = await frame.tasks.prepare(wanted, NETWORK)
  const second = await frame.tasks.prepare(wanted, NETWORK)
  const hash = (await frame.tasks.carryOut(first.id)) as `0x${string}`
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  servers.line.ask = async (url, init) => {
    const answer = await servers.reach(url, init)
    if (String(init?.body).includes('eth_sendRawTransaction')) throw new TypeError('fetch failed')
    return answer
  }
  const lost = (await frame.tasks.carryOut(second.id)) as `0x${string}`
  expect(await client.waitForTransactionReceipt({ hash: lost })).toMatchObject({ status: 'success' })
  expect(await client.getBalance({ address: to })).toBe(200n)
})

test('a request for another account, another network or a method that is not served is refused before anybody is asked', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const other = '0x00000000000000000000000000000000000a11ce'
  const typed = (chainId: number) =>
    JSON.stringify({ types: { M: [] }, primaryType: 'M', domain: { chainId }, message: {} })
  const refused: [Parameters<typeof frame.tasks.prepare>[0], string, number][] = [
    [{ method: 'personal_sign', params: [hex('x'), other] }, NETWORK, -32602],
    [{ method: 'eth_signTypedData_v4', params: [other, typed(31_337)] }, NETWORK, -32602],
    [{ method: 'eth_signTypedData_v4', params: [addresses.eip155, typed(1)] }, NETWORK, -32602],
    [{ method: 'eth_sendTransaction', params: [{ from: other, to: other }] }, NETWORK, -32602],
    [{ method: 'eth_sendTransaction', params: [{ to: other }] }, 'eip155:999', 4902],
    [{ method: 'wallet_sendCalls', params: [] }, NETWORK, 4200],
    [{ method: 'solana_signMessage', params: { message: '2gM', pubkey: other } }, 'solana:x', -32602],
    [{ method: 'solana_signTransaction', params: { transaction: '2gM' } }, 'solana:x', -32602],
  ]
  for (const [request, network, code] of refused)
    await expect(frame.tasks.prepare(request, network), request.method).rejects.toMatchObject({ told: { code } })
})

test('SEC-53, SEC-54: what changes who may act for the account is signed neither as typed data nor as a transaction, nor asked where the project has it not', async () => {
  const frame = await openFrame()
  const { addresses, smartAccount } = await frame.logIn()
  await fetch(chain.url, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [addresses.eip155, '0xde0b6b3a7640000'],
    }),
  })
  const closed = [addresses.eip155, smartAccount, DELEGATION_MANAGER]
  const prepare = (method: Parameters<typeof frame.tasks.prepare>[0]['method'], params: unknown[]) =>
    frame.tasks.prepare({ method, params } as Parameters<typeof frame.tasks.prepare>[0], NETWORK)
  for (const verifyingContract of [...closed, SAFE_MODULE]) {
    const typed = JSON.stringify({ types: { M: [] }, primaryType: 'M', domain: { verifyingContract }, message: {} })
    await expect(prepare('eth_signTypedData_v4', [addresses.eip155, typed]), verifyingContract).rejects.toMatchObject({
      told: { code: -32602, message: expect.stringContaining('typed data') },
    })
  }
  for (const to of closed) {
    await expect(prepare('eth_sendTransaction', [{ to, data: '0x12345678' }]), to).rejects.toMatchObject({
      told: { code: -32602, message: expect.stringContaining('who may act') },
    })
    // Coin goes there all the same.
    const { id } = await prepare('eth_sendTransaction', [{ to, value: '0x1' }]).catch(() => ({ id: '' }))
    if (to !== DELEGATION_MANAGER) expect(id).not.toBe('')
  }
  await expect(prepare('wallet_grantPermissions', [{}])).rejects.toMatchObject({
    told: { reason: 'PERMISSION_REFUSED' },
  })
  expect(await frame.tasks.listPermissions()).toEqual([])
  expect(await frame.tasks.listGranted()).toEqual([])
})

test('signs Solana texts and transactions in their place, and no transaction as a text', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const own = base58.decode(addresses.solana)
  const verify = async (message: Uint8Array, signature: Uint8Array) => {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(own), 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message))
  }
  const text = Buffer.from('hello')
  const asked = await frame.tasks.prepare(
    { method: 'solana_signMessage', params: { message: base58.encode(text), pubkey: addresses.solana } },
    'solana:x',
  )
  const { signature } = (await frame.tasks.carryOut(asked.id)) as { signature: string }
  expect(await verify(text, base58.decode(signature))).toBe(true)
  // One call of no accounts and no data, paid by another account, with room for two signatures.
  const payer = new Uint8Array(32).fill(7)
  const message = Uint8Array.from([
    2,
    1,
    1,
    3,
    ...payer,
    ...own,
    ...new Uint8Array(32),
    ...new Uint8Array(32),
    1,
    2,
    0,
    0,
  ])
  const transaction = Uint8Array.from([2, ...new Uint8Array(128), ...message])
  const two = await frame.tasks.prepare(
    { method: 'solana_signTransaction', params: { transaction: base58.encode(transaction) } },
    'solana:x',
  )
  const { transaction: signed } = (await frame.tasks.carryOut(two.id)) as { transaction: string }
  const bytes = base58.decode(signed)
  expect(await verify(message, bytes.subarray(65, 129))).toBe(true)
  expect([...bytes.subarray(129)]).toEqual([...message])
  const sent = await frame.tasks.prepare(
    { method: 'solana_signAndSendTransaction', params: { transaction: base58.encode(transaction) } },
    'solana:x',
  )
  await expect(frame.tasks.carryOut(sent.id)).rejects.toMatchObject({ told: { code: -32602 } })
  for (const disguised of [message, transaction])
    await expect(
      frame.tasks.prepare(
        { method: 'solana_signMessage', params: { message: base58.encode(disguised), pubkey: addresses.solana } },
        'solana:x',
      ),
    ).rejects.toMatchObject({ told: { code: -32602 } })
})

test('SEC-44: at most eight requests wait, and one that is dropped makes room', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const ask = () => frame.tasks.prepare({ method: 'personal_sign', params: [hex('x'), addresses.eip155] }, NETWORK)
  const waiting: string[] = []
  while (waiting.length < WAITING_LIMIT) waiting.push((await ask()).id)
  await expect(ask()).rejects.toMatchObject({ told: { code: -32002 } })
  await frame.tasks.drop(waiting[0] ?? '')
  await ask()
})

test('SEC-44: of ten that come at once eight wait', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const ask = () => frame.tasks.prepare({ method: 'personal_sign', params: [hex('x'), addresses.eip155] }, NETWORK)
  const asked = await Promise.allSettled(Array.from({ length: WAITING_LIMIT + 2 }, ask))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(WAITING_LIMIT)
  expect(asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
    { told: { code: -32002 } },
    { told: { code: -32002 } },
  ])
})

test('SEC-15: words and a backup file come after a fresh code of their own', async () => {
  const frame = await openFrame()
  await frame.logIn()
  await expect(frame.tasks.exportWords()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  await frame.tasks.startStepUp('export')
  const code = await readCode()
  const wrong = code === '000000' ? '000001' : '000000'
  await expect(frame.tasks.finishStepUp(wrong)).rejects.toMatchObject({ told: { reason: 'CODE_REFUSED' } })
  await frame.tasks.finishStepUp(code)
  expect((await frame.tasks.exportWords()).split(' ')).toHaveLength(24)
  await expect(frame.tasks.makeBackup()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  servers.time.now += 6 * 60_000
  await expect(frame.tasks.exportWords()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
})

const signIn = (fields: object = {}) => ({
  accountAddress: '<<AccountAddress>>',
  chainId: NETWORK,
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: '0123456789abcdef',
  ...fields,
})

test('SEC-39: signs in without a question once a login, for exactly the page around the frame', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const plain = await frame.tasks.prepareSignIn(signIn(), NETWORK)
  expect([plain.isSilent, plain.fields.accountAddress]).toEqual([true, addresses.eip155])
  const signature = (await frame.tasks.carryOut(plain.id)) as `0x${string}`
  const address = addresses.eip155 as `0x${string}`
  expect(await verifyMessage({ address, message: plain.text, signature })).toBe(true)
  expect((await frame.tasks.prepareSignIn(signIn(), NETWORK)).isSilent).toBe(false)
})

test.each<[string, object]>([
  ['another domain', { domain: 'evil.example' }],
  ['another address', { uri: 'https://evil.example/' }],
  ['another port', { domain: 'shop.example:8443' }],
  ['resources', { resources: ['https://shop.example/a'] }],
  ['a life of days', { expirationTime: '2099-01-01T00:00:00Z' }],
  ['another network', { chainId: 'eip155:1' }],
  ['a text of its own', { serializedMessage: 'I give everything to <<AccountAddress>>' }],
])('SEC-39: asks about a sign-in with %s', async (_, fields) => {
  const frame = await openFrame()
  await frame.logIn()
  expect((await frame.tasks.prepareSignIn(signIn(fields), NETWORK)).isSilent).toBe(false)
})

/** Has a fresh code mailed, and types it. */
async function proveFor(
  frame: Awaited<ReturnType<typeof openFrame>>,
  reason: Parameters<typeof frame.tasks.startStepUp>[0],
) {
  servers.time.now += 31_000
  await frame.tasks.startStepUp(reason)
  await frame.tasks.finishStepUp(await readCode())
}

/** What a passkey would give: a key of 32 bytes that nobody else has. */
const createPasskey = async () => {
  const salt = platformRandom(32)
  const key = await derivePasskeyKey(platformRandom(32), salt)
  return { credentialId: base64urlnopad.encode(platformRandom(32)), salt: base64urlnopad.encode(salt), key }
}

test('SEC-10, SEC-13: a strict wallet comes back by its passkey, on a device that is new, and by no other key', async () => {
  const frame = await openFrame()
  const { addresses, isBackedUp } = await frame.logIn()
  expect(isBackedUp).toBe(false)
  const passkey = await createPasskey()
  await expect(frame.tasks.addPasskey(passkey)).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  await proveFor(frame, 'recovery')
  await frame.tasks.addPasskey(passkey)
  expect(await frame.tasks.account()).toMatchObject({ isBackedUp: true })
  await frame.tasks.setCustody('strict', 'passkey')
  expect(await frame.tasks.listWaysBack()).toMatchObject({ custody: 'strict', backupAt: null, email })

  servers.time.now += 60_000
  const laptop = await openFrame()
  await expect(laptop.logIn()).rejects.toMatchObject({ told: { reason: 'WALLET_STRICT' } })
  const { passkeys } = await laptop.tasks.listWaysBack()
  const { holder = '' } = passkeys[0] ?? {}
  expect(passkeys).toMatchObject([{ credentialId: passkey.credentialId, salt: passkey.salt }])
  const other = await createPasskey()
  await expect(laptop.tasks.recoverByPasskey(holder, other.key)).rejects.toMatchObject({
    told: { reason: 'SHARE_REFUSED' },
  })
  await laptop.tasks.recoverByPasskey(holder, passkey.key)
  expect(await laptop.tasks.account()).toMatchObject({ addresses })
  // It has a half of its own from now on.
  const again = await laptop.reload()
  expect(await again.tasks.account()).toMatchObject({ addresses })
  // SEC-79: the owner is told.
  await servers.readMail(email, /A passkey can open your wallet/)
  await servers.readMail(email, /Your wallet was recovered on a new device/)

  servers.time.now += 6 * 60_000
  const late = await again.reload()
  await expect(late.tasks.recoverByPasskey(holder, passkey.key)).rejects.toMatchObject({
    told: { reason: 'LOGIN_TOO_OLD' },
  })
  await proveFor(again, 'recovery')
  await again.tasks.removePasskey(holder)
  expect((await again.tasks.listWaysBack()).passkeys).toEqual([])
})

test('SEC-10: where a project is strict from the start, a wallet is there once its file was taken or its passkey made, and not before', async () => {
  servers.strictProjects.push('shop')
  const frame = await openFrame()
  await expect(frame.logIn()).rejects.toMatchObject({ told: { reason: 'OWN_WAY_NEEDED' } })
  await expect(frame.tasks.account()).rejects.toMatchObject({ told: { reason: 'OWN_WAY_NEEDED' } })
  await expect(frame.tasks.createStrict()).rejects.toMatchObject({ told: { reason: 'OWN_WAY_NEEDED' } })
  await frame.tasks.draftBackup()
  // Locked meanwhile, the file is of a wallet that never was.
  frame.idle()
  await expect(frame.tasks.createStrict()).rejects.toMatchObject({ told: { reason: 'OWN_WAY_NEEDED' } })
  const { file, phrase } = await frame.tasks.draftBackup()
  servers.cut('/v1/wallet/create', 'after')
  await expect(frame.tasks.createStrict()).rejects.toMatchObject({ told: { reason: 'NETWORK_FAILED' } })
  servers.mend()
  // What came of it was lost on the way, and is found again.
  const account = await frame.tasks.account()
  expect(account).toMatchObject({ isBackedUp: true })
  expect(await frame.tasks.listWaysBack()).toMatchObject({ custody: 'strict', isOwnOnly: true })
  await expect(frame.tasks.draftBackup()).rejects.toMatchObject({ told: { reason: 'WALLET_EXISTS' } })
  await proveFor(frame, 'recovery')
  await expect(frame.tasks.setCustody('recoverable', 'backup')).rejects.toMatchObject({
    told: { reason: 'WALLET_STRICT' },
  })

  servers.time.now += 60_000
  const laptop = await openFrame()
  await expect(laptop.logIn()).rejects.toMatchObject({ told: { reason: 'WALLET_STRICT' } })
  await laptop.tasks.recoverByFile(file, phrase)
  expect(await laptop.tasks.account()).toMatchObject({ addresses: account?.addresses })

  email = `worker${++person}@shop.example`
  const other = await openFrame()
  await expect(other.logIn()).rejects.toMatchObject({ told: { reason: 'OWN_WAY_NEEDED' } })
  const passkey = await createPasskey()
  await other.tasks.createStrict(passkey)
  const made = await other.tasks.account()
  servers.time.now += 60_000
  const phone = await openFrame()
  await expect(phone.logIn()).rejects.toMatchObject({ told: { reason: 'WALLET_STRICT' } })
  const [held] = (await phone.tasks.listWaysBack()).passkeys
  await phone.tasks.recoverByPasskey(held?.holder ?? '', passkey.key)
  expect(await phone.tasks.account()).toMatchObject({ addresses: made?.addresses, isBackedUp: true })
})

test('SEC-10, SEC-14: a strict wallet comes back by its backup file, and by no file of another wallet', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  await proveFor(frame, 'recovery')
  const { file, phrase } = await frame.tasks.makeBackup()
  await frame.tasks.noteBackup()
  expect(await frame.tasks.account()).toMatchObject({ isBackedUp: true })
  await frame.tasks.setCustody('strict', 'backup')

  servers.time.now += 60_000
  const laptop = await openFrame()
  await expect(laptop.logIn()).rejects.toMatchObject({ told: { reason: 'WALLET_STRICT' } })
  await expect(laptop.tasks.recoverByFile('{}', phrase)).rejects.toMatchObject({
    told: { reason: 'BACKUP_FILE_UNKNOWN' },
  })
  const strangers = await makeBackupFile(platformRandom(32), phrase, {
    random: platformRandom,
    now: 0,
    cost: { N: 2 ** 14, r: 8, p: 1 },
  })
  await expect(laptop.tasks.recoverByFile(strangers, phrase)).rejects.toMatchObject({
    told: { reason: 'WALLET_DATA_DAMAGED' },
  })
  await laptop.tasks.recoverByFile(file, phrase)
  expect(await laptop.tasks.account()).toMatchObject({ addresses })

  await proveFor(frame, 'recovery')
  await frame.tasks.setCustody('recoverable', 'backup')
  servers.time.now += 60_000
  expect(await (await openFrame()).logIn()).toMatchObject({ addresses })
})

test('SEC-65: the address changes by four codes, also after the page was loaded anew between the servers', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const former = email
  const next = `next${person}@shop.example`
  const type = async (tasks: typeof frame.tasks, address: string, pattern = /\n(\d{3}) (\d{3})\n/) => {
    const [, one = '', two = ''] = await servers.readMail(address, pattern)
    return tasks.typeEmailCode(one + two)
  }
  servers.time.now += 31_000
  expect(await frame.tasks.changeEmail(next)).toEqual({ sender: 'gateway', address: 'old' })
  servers.time.now += 31_000
  // Asked again: another mail, and the newest code counts.
  expect(await frame.tasks.changeEmail(next)).toEqual({ sender: 'gateway', address: 'old' })
  expect(await type(frame.tasks, former)).toEqual({ sender: 'gateway', address: 'new' })
  // A token lives for 15 minutes, and reading mails takes long.
  servers.time.now += 9 * 60_000
  expect(await type(frame.tasks, next)).toEqual({ sender: 'vault', address: 'old' })
  expect(await frame.tasks.account()).toMatchObject({ email: next, addresses })

  servers.time.now += 31_000
  const again = await frame.reload()
  await expect(type(again.tasks, former)).rejects.toMatchObject({ told: { reason: 'CHALLENGE_OVER' } })
  expect(await again.tasks.listWaysBack()).toMatchObject({ hasEmailChange: true, email: next })
  expect(await again.tasks.resumeEmailChange()).toEqual({ sender: 'vault', address: 'old' })
  const ofVault = /vault’s code[^\n]*\n\n(\d{3}) (\d{3})\n/
  expect(await type(again.tasks, former, ofVault)).toEqual({ sender: 'vault', address: 'new' })
  expect(await type(again.tasks, next, ofVault)).toEqual({ sender: 'done' })
  expect(await again.tasks.resumeEmailChange()).toEqual({ sender: 'done' })
})

test('SEC-80: a wallet that its owner froze is handed out by neither server, until a code and a link end it', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  await frame.tasks.freeze()
  expect(await frame.tasks.account()).toMatchObject({ isFrozen: true })
  const ask = { method: 'personal_sign' as const, params: [hex('x'), addresses.eip155] }
  const ready = await frame.tasks.prepare(ask, NETWORK)
  await expect(frame.tasks.carryOut(ready.id)).rejects.toMatchObject({ told: { reason: 'WALLET_FROZEN' } })
  servers.time.now += 60_000
  const laptop = await openFrame()
  await expect(laptop.logIn()).rejects.toMatchObject({ told: { reason: 'WALLET_FROZEN' } })

  await expect(laptop.tasks.startThaw()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  await proveFor(laptop, 'thaw')
  await laptop.tasks.startThaw()
  const thawed = laptop.tasks.finishThaw()
  const [link] = await servers.readMail(email, /https:\/\/vault\.example\/device\/\S+/)
  await servers.press(link, 'approve')
  await thawed
  expect(await laptop.tasks.account()).toMatchObject({ addresses, isFrozen: false })
  expect((await laptop.tasks.readAudit()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['frozen', 'stepUp', 'thawed']),
  )
})

test('a vault that is away keeps nobody out on a device that has the wallet, nor from deleting it', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  servers.cut(VAULT, 'before')
  const again = await frame.reload()
  const ask = { method: 'personal_sign' as const, params: [hex('x'), addresses.eip155] }
  const { id } = await again.tasks.prepare(ask, NETWORK)
  expect(await again.tasks.carryOut(id)).toMatch(/^0x/)
  await proveFor(again, 'delete')
  expect(await again.tasks.deleteWallet()).toBeGreaterThan(servers.time.now)
})

test('SEC-16: a wallet is deleted after a fresh code, and nobody is logged in from then on', async () => {
  const frame = await openFrame()
  await frame.logIn()
  await expect(frame.tasks.deleteWallet()).rejects.toMatchObject({ told: { reason: 'STEP_UP_NEEDED' } })
  await proveFor(frame, 'delete')
  expect(await frame.tasks.deleteWallet()).toBe(servers.time.now + 7 * 24 * 60 * 60_000)
  expect(await frame.tasks.account()).toBeUndefined()
})

test('SEC-78, SEC-79: signatures are recorded by kind and hash, and an export is told by mail', async () => {
  const frame = await openFrame()
  const { addresses } = await frame.logIn()
  const secret = 'nobody reads this in a record'
  const { id } = await frame.tasks.prepare(
    { method: 'personal_sign', params: [hex(secret), addresses.eip155] },
    NETWORK,
  )
  await frame.tasks.carryOut(id)
  await expect
    .poll(async () => (await frame.tasks.readAudit())[0])
    .toMatchObject({
      kind: 'signature',
      facts: { what: 'message', hash: expect.stringMatching(/^[\w-]{43}$/) },
    })
  const { readAudit } = frame.tasks
  const said = JSON.stringify(await readAudit())
  for (const trace of [secret, hex(secret).slice(2)]) expect(said).not.toContain(trace)
  await proveFor(frame, 'export')
  await servers.readMail(email, /The recovery words of your wallet were asked for/)
})
