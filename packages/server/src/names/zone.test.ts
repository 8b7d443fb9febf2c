import { loadEmptyDatabase } from '@latchkey/testing/emptyDatabase.ts'
import { findPostgres, type PostgresServer, startPostgres } from '@latchkey/testing/postgres.ts'
import type { NameRecord } from '@latchkey/wire/names'
import { findCoinType, type NameText, writeNameText } from '@latchkey/wire/profile'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NodeUnavailableError } from '../auth/checkEvmSignature.ts'
import { type ConfigInput, parseConfig } from '../config.ts'
import { createTestGateway, SHOP } from '../gateway/testGateway.ts'
import { openStorage } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { shapeOf } from './labels.ts'
import { nameFromZone } from './nameFromZone.ts'
import { createZone } from './zone.ts'

const ZONE = 'latchkey.test'
const COIN = findCoinType(31_337)
const config: ConfigInput = { names: { zones: [ZONE], reserved: ['hollowpine'] } }

test('coin types are those of ENSIP-9 and ENSIP-11, and ids that it has no place for are told as such', () => {
  expect([1, 10, 100, 137, 8453, 42161].map(findCoinType)).toEqual([
    60, 2147483658, 2147483748, 2147483785, 2147492101, 2147525809,
  ])
  for (const id of [2 ** 31, 2 ** 31 + 5, 0, -1, 1.5]) expect(() => findCoinType(id)).toThrow('Invalid chainId')
})

test('SEC-122: labels that pass for each other have one shape', () => {
  for (const [one, other] of [
    ['paypal', 'paypa1'],
    ['mira', 'rnira'],
    ['google', 'g00g1e'],
    ['anna-maria', 'annamaria'],
  ] as const) {
    expect(shapeOf(one)).toBe(shapeOf(other))
  }
  expect(shapeOf('mira')).not.toBe(shapeOf('mara'))
})

let server: PostgresServer | null = null
let snapshot: Blob | undefined
beforeAll(async () => {
  server = await startPostgres()
  snapshot = await loadEmptyDatabase()
})
afterAll(() => server?.stop())

const engines = [
  { engine: 'pglite', available: true, open: () => openStorage({ memory: true, snapshot }) },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => openStorage({ url: (await server?.createDatabase()) ?? '' }),
  },
] as const

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`names of a zone on ${engine}`, () => {
    let storage: Storage
    let gateway: ReturnType<typeof createTestGateway>
    let answersNode: () => unknown = () => '0x'

    beforeAll(async () => {
      storage = await open()
      const base = createTestGateway({ config })
      const zone = createZone({
        config: base.config,
        storage,
        clock: { now: () => gateway.time.now },
        askNode: async () => answersNode(),
      })
      gateway = createTestGateway({
        config: { ...config, limits: { signIn: { capacity: 10_000, refillPerSecond: 1_000 } } },
        services: { zone },
      })
    })
    afterAll(() => storage?.close())

    const ask = async (path: string, body?: object, origin = SHOP) => {
      const address = `${path}${path.includes('?') ? '&' : '?'}projectId=shop`
      const response = await (body === undefined
        ? gateway.get(address, { origin })
        : gateway.post(address, JSON.stringify(body), { origin }))
      const read = (await response.json()) as Record<string, unknown>
      const reasons = read.reasons as { field: string }[] | undefined
      return { status: response.status, code: read.code, field: reasons?.[0]?.field, body: read }
    }
    const getNonce = async () => String((await ask('/v1/profile/nonce', {})).body.nonce)

    async function sign(who: PrivateKeyAccount, text: Partial<NameText> & Pick<NameText, 'action' | 'name'>) {
      const message = writeNameText({
        account: `eip155:31337:${who.address}`,
        domain: 'shop.example',
        nonce: text.nonce ?? (await getNonce()),
        timestamp: Math.floor(gateway.time.now / 1000),
        ...text,
      })
      return { coin_type: COIN, address: who.address, message, signature: await who.signMessage({ message }) }
    }
    const register = async (who: PrivateKeyAccount, name: string, more: Partial<NameText> = {}) =>
      ask(
        '/v1/profile/account',
        await sign(who, { action: 'register', name, coin_type: COIN, attributes: {}, ...more }),
      )
    const newAccount = () => privateKeyToAccount(generatePrivateKey())
    const find = (name: string, more = '') => ask(`/v1/profile/account/${name}?apiVersion=2${more}`)

    test('a name is registered by a signature, found by itself and by its address, and shown as the identity', async () => {
      const mira = newAccount()
      const made = await register(mira, `miranda.${ZONE}`)
      expect(made.status).toBe(200)
      expect(made.body).toMatchObject({
        name: `miranda.${ZONE}`,
        attributes: {},
        registered_at: new Date(gateway.time.now).toISOString(),
        addresses: { 60: { address: mira.address }, [COIN]: { address: mira.address } },
      })
      expect((await find(`miranda.${ZONE}`)).body).toEqual(made.body)
      expect((await find(`MIRANDA.${ZONE}`)).body).toEqual(made.body)
      expect((await ask(`/v1/profile/reverse/${mira.address.toLowerCase()}?apiVersion=2`)).body).toEqual([made.body])
      expect((await find(`miranda.${ZONE}`, '&chainId=eip155:10')).body).toMatchObject({
        addresses: { 60: { address: mira.address } },
      })
      expect((await find(`nobody.${ZONE}`)).body).toEqual([])
      expect((await ask(`/v1/profile/account/nobody.${ZONE}`)).code).toBe('NOT_FOUND')

      const { zone, fetchIdentity } = gateway.services
      if (zone === undefined) throw new Error('no zone')
      const named = nameFromZone({ zone, fetchIdentity, clock: gateway.services.clock })
      expect((await named(mira.address)).identity.name).toBe(`miranda.${ZONE}`)
      expect((await named(newAccount().address)).identity.name).toBe('alice.eth')
    })

    test('SEC-122: a text that says something else, another time, site or account, or comes twice, registers nothing', async () => {
      const anna = newAccount()
      const name = `annabel.${ZONE}`
      const now = Math.floor(gateway.time.now / 1000)
      const fieldOf = async (more: Partial<NameText>) => {
        const { code, field } = await register(anna, name, more)
        return `${String(code)} ${field}`
      }
      expect(await fieldOf({ timestamp: now - 601 })).toBe('NAME_TEXT_REFUSED timestamp')
      expect(await fieldOf({ timestamp: now + 601 })).toBe('NAME_TEXT_REFUSED timestamp')
      expect(await fieldOf({ domain: 'evil.example' })).toBe('NAME_TEXT_REFUSED domain')
      expect(await fieldOf({ nonce: 'made-up-nonce' })).toBe('NAME_TEXT_REFUSED nonce')
      expect(await fieldOf({ action: 'release' })).toBe('NAME_TEXT_REFUSED message')
      expect(await fieldOf({ coin_type: 60 })).toBe('NAME_TEXT_REFUSED coin_type')
      expect(await fieldOf({ account: `eip155:1:${anna.address}` })).toBe('NAME_TEXT_REFUSED address')
      expect(await fieldOf({ account: `eip155:31337:${newAccount().address}` })).toBe('NAME_TEXT_REFUSED address')
      expect(await fieldOf({ attributes: { avatar: 'x' } })).toBe('NAME_REFUSED attributes')

      const good = await sign(anna, { action: 'register', name, coin_type: COIN, attributes: {} })
      const spaced = { ...good, message: good.message.replace('{', '{ ') }
      expect((await ask('/v1/profile/account', spaced)).code).toBe('NAME_TEXT_REFUSED')
      const other = newAccount()
      const forged = { ...good, signature: await other.signMessage({ message: good.message }) }
      expect((await ask('/v1/profile/account', forged)).code).toBe('SIGNATURE_REFUSED')
      expect(await ask('/v1/profile/account', { ...good, coin_type: 2 ** 31 + 999 })).toMatchObject({
        code: 'NAME_REFUSED',
        field: 'coin_type',
        body: { message: 'Invalid chainId' },
      })
      expect((await find(name)).body).toEqual([])
      expect((await ask('/v1/profile/account', good)).status).toBe(200)
      // Given up, the very text that registered it does not do so again.
      await ask(`/v1/profile/account/${name}/release`, await sign(anna, { action: 'release', name }))
      expect(await ask('/v1/profile/account', good)).toMatchObject({ code: 'NAME_TEXT_REFUSED', field: 'nonce' })
    })

    test('a page reads which zones there are, and whether names are registered in them', async () => {
      expect((await ask('/v1/profile/zones')).body).toEqual({ zones: [ZONE], registration: true })
    })

    test('SEC-122: a nonce that has run out registers nothing', async () => {
      const nonce = await getNonce()
      const late = newAccount()
      gateway.time.now += 601_000
      expect(await register(late, `latecomer.${ZONE}`, { nonce })).toMatchObject({ field: 'nonce' })
    })

    test.each([
      ['abc', 'Name must be at least 4 characters long'],
      ['-abcd', 'The value is not a valid username'],
      ['abcd-', 'The value is not a valid username'],
      ['ab--cd', 'The value is not a valid username'],
      ['Mirabel', 'The value is not a valid username'],
      ['mіrabel', 'The value is not a valid username'],
      ['a.bcde', 'The value is not a valid username'],
      ['a'.repeat(65), 'The value is not a valid username'],
      ['admin', 'The name is reserved'],
      ['adm1n', 'The name is reserved'],
      ['hollowpine', 'The name is reserved'],
      ['h0llow-pine', 'The name is reserved'],
    ])('SEC-122: nobody registers %s: %s', async (label, words) => {
      expect((await register(newAccount(), `${label}.${ZONE}`)).body).toMatchObject({
        code: 'NAME_REFUSED',
        message: words,
      })
    })

    test('SEC-122: a name of no zone, one that somebody has or that looks like it, and a second one are refused', async () => {
      const petra = newAccount()
      expect((await register(petra, 'petra.other.test')).code).toBe('NAME_REFUSED')
      expect((await register(petra, `petrasol.${ZONE}`)).status).toBe(200)
      expect((await register(newAccount(), `petrasol.${ZONE}`)).code).toBe('NAME_TAKEN')
      expect((await register(newAccount(), `petras0l.${ZONE}`)).code).toBe('NAME_TAKEN')
      expect((await register(petra, `petratwo.${ZONE}`)).code).toBe('NAME_TAKEN')
    })

    test('of registrations that race one wins, and one account gets one name', async () => {
      const many = Array.from({ length: 12 }, newAccount)
      const racing = await Promise.all(
        many.map((who) => sign(who, { action: 'register', name: `racer.${ZONE}`, coin_type: COIN })),
      )
      const outcomes = await Promise.all(racing.map((body) => ask('/v1/profile/account', body)))
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(outcomes.filter(({ code }) => code === 'NAME_TAKEN')).toHaveLength(11)

      const greedy = newAccount()
      const wishes = await Promise.all(
        ['oakleaf', 'elmleaf', 'ashleaf'].map((label) =>
          sign(greedy, { action: 'register', name: `${label}.${ZONE}`, coin_type: COIN }),
        ),
      )
      const got = await Promise.all(wishes.map((body) => ask('/v1/profile/account', body)))
      expect(got.filter(({ status }) => status === 200)).toHaveLength(1)

      const once = newAccount()
      const text = await sign(once, { action: 'register', name: `onlyonce.${ZONE}`, coin_type: COIN })
      const twice = await Promise.all([ask('/v1/profile/account', text), ask('/v1/profile/account', text)])
      expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('the owner sets attributes and addresses of other coins; nobody else does', async () => {
      const sol = newAccount()
      const name = `soleil.${ZONE}`
      await register(sol, name)
      const set = async (who: PrivateKeyAccount, coin_type: number, address: string) =>
        ask(`/v1/profile/account/${name}/address`, await sign(who, { action: 'address', name, coin_type, address }))
      const solana = '11111111111111111111111111111112'
      expect((await set(sol, 501, solana)).body).toMatchObject({ 501: { address: solana } })
      expect((await set(sol, 501, '0x00')).code).toBe('NAME_REFUSED')
      expect((await set(sol, 60, `0x${'g'.repeat(40)}`)).code).toBe('NAME_REFUSED')
      expect((await set(newAccount(), 501, solana)).code).toBe('SIGNATURE_REFUSED')
      const found = (await find(name)).body as unknown as NameRecord
      expect(Object.keys(found.addresses)).toEqual(['60', '501', String(COIN)])
      expect((await set(sol, 501, '')).body).toEqual({})
      expect(Object.keys(((await find(name)).body as unknown as NameRecord).addresses)).toEqual(['60', String(COIN)])

      const attributes = { bio: 'Grows pines' }
      const path = `/v1/profile/account/${name}/attributes`
      expect((await ask(path, await sign(sol, { action: 'attributes', name, attributes }))).body).toEqual(attributes)
      const other = await sign(sol, { action: 'attributes', name: `other.${ZONE}`, attributes })
      expect((await ask(path, other)).code).toBe('NAME_TEXT_REFUSED')
      expect((await find(name)).body).toMatchObject({ attributes })
    })

    test('a name goes to another account by both signatures, and leaves nothing of before', async () => {
      const [from, to, third] = [newAccount(), newAccount(), newAccount()]
      const name = `wanderer.${ZONE}`
      await register(from, name, { attributes: { bio: 'mine' } })
      const path = `/v1/profile/account/${name}/transfer`
      const text = await sign(from, { action: 'transfer', name, to: to.address })
      const alone = { ...text, recipient_signature: await third.signMessage({ message: text.message }) }
      expect((await ask(path, alone)).code).toBe('SIGNATURE_REFUSED')
      const both = { ...text, recipient_signature: await to.signMessage({ message: text.message }) }
      expect((await ask(path, both)).body).toMatchObject({
        name,
        attributes: {},
        addresses: { [COIN]: { address: to.address } },
      })
      expect(Object.keys(((await find(name)).body as unknown as NameRecord).addresses)).toEqual([String(COIN)])
      expect((await ask(`/v1/profile/reverse/${from.address}`)).body).toEqual([])
      expect((await ask(path, both)).code).toBe('SIGNATURE_REFUSED')
    })

    test('a name that was given up waits for who had it, then is free', async () => {
      const [had, next] = [newAccount(), newAccount()]
      const name = `quarantine.${ZONE}`
      await register(had, name)
      const release = async () =>
        ask(`/v1/profile/account/${name}/release`, await sign(had, { action: 'release', name }))
      expect((await release()).body).toEqual({ released: true })
      expect((await find(name)).body).toEqual([])
      expect((await register(next, name)).code).toBe('NAME_TAKEN')
      expect((await register(had, name)).status).toBe(200)
      await release()
      gateway.time.now += 90 * 86_400_000
      expect((await register(next, name)).status).toBe(200)
    })

    test('a contract account registers by what its contract says, for its own chain alone', async () => {
      const contract = newAccount()
      answersNode = () => `0x${'00'.repeat(31)}01`
      const text = await sign(contract, { action: 'register', name: `vaulted.${ZONE}`, coin_type: COIN })
      const made = await ask('/v1/profile/account', { ...text, signature: `0x${'ab'.repeat(80)}` })
      expect(made.body).toMatchObject({ name: `vaulted.${ZONE}` })
      expect(Object.keys((made.body as unknown as NameRecord).addresses)).toEqual([String(COIN)])
      expect((await find(`vaulted.${ZONE}`, '&chainId=eip155:10')).body).toMatchObject({ addresses: {} })

      answersNode = () => {
        throw new NodeUnavailableError('away')
      }
      const away = await sign(newAccount(), { action: 'register', name: `awayname.${ZONE}`, coin_type: COIN })
      const answer = await ask('/v1/profile/account', { ...away, signature: `0x${'ab'.repeat(80)}` })
      expect(answer.code).toBe('UPSTREAM_UNAVAILABLE')
      answersNode = () => '0x'
    })

    test('suggestions begin with what was typed and say whether it is taken; the others are free', async () => {
      await register(newAccount(), `typing.${ZONE}`)
      const suggest = async (label: string, more = '') =>
        (await ask(`/v1/profile/suggestions/${label}?zone=${ZONE}${more}`)).body.suggestions as {
          name: string
          registered: boolean
        }[]
      const found = await suggest('Typing')
      expect(found).toHaveLength(5)
      expect(found[0]).toEqual({ name: `typing.${ZONE}`, registered: true })
      expect(found.slice(1).every(({ name, registered }) => !registered && name.startsWith('typing-'))).toBe(true)
      expect((await suggest('typ'))[0]).toEqual({ name: `typ.${ZONE}`, registered: false })
      expect((await suggest('adm1n'))[0]?.registered).toBe(true)
      expect((await ask('/v1/profile/suggestions/typing?zone=other.test')).code).toBe('NAME_REFUSED')
      expect((await ask('/v1/profile/suggestions/ab')).code).toBe('INPUT_INVALID')
    })
  })
}

test('without zones none of the paths is there, and without registration nobody registers', async () => {
  const gateway = createTestGateway()
  expect((await gateway.post('/v1/profile/nonce?projectId=shop', '{}')).status).toBe(404)
  expect((await gateway.get('/v1/profile/zones?projectId=shop', { origin: SHOP })).status).toBe(404)
  expect(() => parseConfig({ names: { zones: ['Shop.example'] } })).toThrow('must be a zone')
  expect(() => parseConfig({ names: { zones: ['shop.example'], resolver: { signingKey: 'secret-words' } } })).toThrow(
    'names.resolver.signingKey: found a text that does not fit, must be 0x and 64 hex digits',
  )
})
