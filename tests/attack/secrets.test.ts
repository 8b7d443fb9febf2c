/** That nothing of a wallet's secrets leaves the key worker, over the whole life of a wallet; and that whoever looks would see it. */
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { base58 } from '@scure/base'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { BrowserContext, ConsoleMessage, Page } from 'playwright'
import { afterAll, beforeAll, describe, test as everyTest, expect } from 'vitest'
import { derivePrivateKeys } from '../../apps/frame/keys/derive.ts'
import { loadLevel } from '../../packages/server/src/storage/keyValueStore.ts'
import { createSearch, type Secret } from './findSecrets.ts'
import { NETWORK, startWorld, type World } from './startWorld.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

describe('the search itself', () => {
  const bytes = Uint8Array.from(randomBytes(32))
  const phrase = entropyToMnemonic(bytes, wordlist)
  const search = createSearch([{ name: 'entropy', bytes }], [phrase])
  const hex = Buffer.from(bytes).toString('hex')
  const list = [...bytes]
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const words = phrase.split(' ')

  everyTest.each<[string, string | Uint8Array]>([
    ['the bytes', Buffer.concat([randomBytes(5), bytes, randomBytes(5)])],
    ['the bytes, turned round', Uint8Array.from(bytes).reverse()],
    ['eight of the bytes', Buffer.concat([randomBytes(3), bytes.subarray(20, 28)])],
    ['hex', `{"key":"0x${hex}"}`],
    ['hex in capitals', hex.toUpperCase()],
    ['hex with colons', hex.match(/../g)?.join(':') ?? ''],
    ['base64', JSON.stringify({ a: Buffer.from(bytes).toString('base64') })],
    ['base64url', `https://x.example/?q=${Buffer.from(bytes).toString('base64url')}&r=1`],
    ['base64 of something around it', Buffer.concat([randomBytes(7), bytes, randomBytes(4)]).toString('base64')],
    ['base58', base58.encode(bytes)],
    ['a list of numbers', JSON.stringify(list)],
    ['numbers with blanks', list.join(' ')],
    ['an object of numbers', JSON.stringify({ ...bytes })],
    ['hex in UTF-16', utf16(hex)],
    ['words', `Your words: ${phrase}.`],
    ['three of the words', `x ${words.slice(9, 12).join(' ')} x`],
    ['words with numbers', words.map((word, index) => `${index + 1}. ${word}`).join('\n')],
    ['words run together', words.join('')],
    ['words as JSON', JSON.stringify(words)],
    ['words in UTF-16', utf16(phrase)],
    ['words in base64', Buffer.from(phrase).toString('base64')],
    ['percent signs', list.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
    ['gzip', gzipSync(bytes)],
    ['gzip in base64', JSON.stringify({ body: gzipSync(`words=${phrase}`).toString('base64') })],
    ['deflate and brotli', brotliCompressSync(deflateSync(hex))],
    ['hex of base64', Buffer.from(Buffer.from(bytes).toString('base64')).toString('hex')],
  ])('SEC-01: sees a secret as %s', (_, said) => {
    expect(search(said)).not.toEqual([])
  })

  everyTest('SEC-01: sees none where there is none', () => {
    const other = Uint8Array.from(randomBytes(32))
    for (const said of [
      other,
      Buffer.from(other).toString('hex'),
      entropyToMnemonic(other, wordlist),
      'about these words',
    ])
      expect(search(said)).toEqual([])
  })
})

/** What the key worker took of the platform's generator, and what it told the page; both kept in the worker. */
type Kept = { readonly taken: readonly (readonly number[])[]; readonly told: readonly string[] }
const keep = (): void => {
  const scope = globalThis as unknown as {
    taken: number[][]
    told: string[]
    postMessage: (message: unknown) => void
  }
  scope.taken = []
  scope.told = []
  const take = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = ((list: Uint8Array) => {
    const filled = take(list as Uint8Array<ArrayBuffer>)
    scope.taken.push([...filled])
    return filled
  }) as typeof crypto.getRandomValues
  const tell = scope.postMessage.bind(scope)
  scope.postMessage = (message) => {
    const written = JSON.stringify(message, (_, value: unknown) => {
      if (typeof value === 'bigint') return String(value)
      return ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value
    })
    scope.told.push(written)
    tell(message)
  }
}

describe('a life of a wallet', () => {
  const email = 'life@shop.example'
  let world: World
  /** Everything that left: over the network, to the site, to the log, to storage, and from the worker to the frame's page. */
  const network: string[] = []
  const heard: string[] = []
  const logged: string[] = []
  const stored: string[] = []
  const told: string[] = []
  const taken: Uint8Array[] = []
  let words = ''
  let phrase = ''

  const screenOf = (page: Page) => page.frameLocator('iframe[title=Wallet]')
  const open = async (context: BrowserContext, site: string): Promise<Page> => {
    const page = await world.visit(context, site)
    page.on('console', (message: ConsoleMessage) => logged.push(message.text()))
    page.on('request', (request) => {
      network.push(`${request.url()} ${JSON.stringify(request.headers())}`)
      const body = request.postDataBuffer()
      if (body) network.push(body.toString('latin1'))
    })
    page.on('websocket', (socket) => network.push(socket.url()))
    await world.open(page, {}, keep)
    return page
  }
  const approve = async (page: Page): Promise<void> => {
    const button = screenOf(page).locator('.approve-buttons button:not([aria-disabled])', {
      hasText: /^(Sign|Approve|Hold)/,
    })
    // Held, where the browser cannot tell what covers it.
    await button.click({ delay: 900 })
  }
  const ask = async (page: Page, method: string, params: unknown, chainId = NETWORK): Promise<unknown> => {
    const id = await world.begin(page, 'RPC_REQUEST', { method, params, chainId })
    await approve(page)
    await expect.poll(() => world.outcomeOf(page, id)).toHaveProperty('answer')
    return (await world.outcomeOf(page, id))?.answer
  }
  const newestCode = async (): Promise<string> => {
    const [, one = '', two = ''] = await world.servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
    return one + two
  }
  /** Opens a screen of the frame and passes its code. */
  const openSettings = async (page: Page, section: string): Promise<void> => {
    const former = await newestCode()
    await world.later(31_000)
    await world.ask(page, 'OPEN_SETTINGS', { section })
    if (section === 'recovery') await screenOf(page).getByRole('button', { name: 'Make' }).click()
    await screenOf(page).getByRole('textbox').waitFor()
    await expect.poll(newestCode).not.toBe(former)
    await screenOf(page)
      .getByRole('textbox')
      .fill(await newestCode())
    await screenOf(page).getByRole('button', { name: 'Continue' }).click()
  }
  /** What a page and its worker have kept so far; before each leaves. */
  const collect = async (page: Page): Promise<void> => {
    for (const worker of page.workers()) {
      const kept = await worker.evaluate(() => {
        const { taken, told } = globalThis as unknown as Kept
        return { taken, told }
      })
      taken.push(...kept.taken.map((list) => Uint8Array.from(list)))
      told.push(...kept.told)
    }
    heard.push(JSON.stringify(await world.heardBy(page)))
    const inner = page.frames().find((each) => each.url().startsWith(world.at('wallet')))
    const dump = await inner?.evaluate(async () => {
      const open = indexedDB.open('latchkey-frame')
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result)
      })
      const stores = [...database.objectStoreNames]
      const transaction = database.transaction(stores)
      const all = stores.map((store) => transaction.objectStore(store).getAll())
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
      const kept = all.map(({ result }) => result)
      const exports: string[] = []
      for (const key of kept.flat(3).flatMap((each) => Object.values(each ?? {})))
        if (key instanceof CryptoKey)
          exports.push(
            await crypto.subtle.exportKey('raw', key).then(
              () => 'exported',
              (error: Error) => error.name,
            ),
          )
      const text = JSON.stringify(kept, (_, value: unknown) =>
        ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value,
      )
      return { text, exports, more: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]) }
    })
    expect(dump?.exports.filter((outcome) => outcome === 'exported')).toEqual([])
    expect(dump?.exports.length).toBeGreaterThan(0)
    stored.push(dump?.text ?? '', dump?.more ?? '')
  }

  beforeAll(async () => {
    world = await startWorld()
  })

  // What the tests after it look at.
  test('SEC-01: is made, signs all that it can sign, is unlocked, backed up, shown, recovered and left', async () => {
    const first = await world.browser.newContext()
    let page = await open(first, 'shop-a')
    const address = await world.logIn(page, email)
    await fetch(world.chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'anvil_setBalance',
        params: [address, '0x8ac7230489e80000'],
      }),
    })
    // Created, and used for everything that it signs.
    await ask(page, 'personal_sign', [`0x${Buffer.from('hello').toString('hex')}`, address])
    const data = {
      domain: { name: 'Shop', chainId: 31_337 },
      types: { Order: [{ name: 'text', type: 'string' }] },
      primaryType: 'Order',
      message: { text: 'one' },
    }
    await ask(page, 'eth_signTypedData_v4', [address, JSON.stringify(data)])
    const transaction = { from: address, to: `0x${'b2'.repeat(20)}`, value: '0x1' }
    expect(await ask(page, 'eth_sendTransaction', [transaction])).toMatch(/^0x[\da-f]{64}$/)
    await collect(page)

    // Unlocked after a reload.
    await page.close()
    page = await open(first, 'shop-a')
    await ask(page, 'personal_sign', [`0x${Buffer.from('again').toString('hex')}`, address])

    // Backed up, and shown to its owner.
    await openSettings(page, 'recovery')
    await expect.poll(() => screenOf(page).locator('ol li').count()).toBeGreaterThanOrEqual(8)
    await openExport(page)
    await collect(page)

    // Recovered on another device, which is removed again.
    await world.later(31_000)
    const second = await world.browser.newContext()
    const other = await open(second, 'shop-b')
    expect(await world.logIn(other, email)).toBe(address)
    await ask(other, 'personal_sign', [`0x${Buffer.from('elsewhere').toString('hex')}`, address])
    await collect(other)
    await world.ask(page, 'SIGN_OUT')
    await collect(page)
    network.push(...world.seen.flatMap(({ to, headers, body, answer }) => [`${to} ${headers}`, body, answer]))
  })
  afterAll(() => world?.close())

  const openExport = async (page: Page): Promise<void> => {
    const screen = screenOf(page)
    phrase = ((await screen.locator('ol').innerText()).match(/[a-z-]{3,}/g) ?? []).join(' ')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Done' }).click()
    await openSettings(page, 'export')
    await screen.getByRole('button', { name: /show/i }).click()
    await expect.poll(() => screen.locator('.words li').count()).toBe(24)
    words = ((await screen.locator('.words').innerText()).match(/[a-z]+/g) ?? []).join(' ')
  }

  /** All secrets of this wallet: what it was made of, what is made of it, and each half that there ever was. */
  const listSecrets = (): readonly Secret[] => {
    const entropy = Uint8Array.from(mnemonicToEntropy(words, wordlist))
    const { eip155, solana } = derivePrivateKeys(entropy)
    const pads = taken.filter((bytes) => bytes.length === 32 && !Buffer.from(bytes).equals(Buffer.from(entropy)))
    return [
      { name: 'entropy', bytes: entropy },
      { name: 'seed', bytes: mnemonicToSeedSync(words) },
      { name: 'EVM key', bytes: eip155 },
      { name: 'Solana key', bytes: solana },
      ...pads.flatMap((pad, index) => [
        { name: `half ${index}`, bytes: pad },
        { name: `other half ${index}`, bytes: pad.map((byte, place) => byte ^ (entropy[place] ?? 0)) },
      ]),
    ]
  }

  test('SEC-01: the entropy was taken of the platform in one call of 32 bytes, in the worker, once', () => {
    const entropy = Buffer.from(mnemonicToEntropy(words, wordlist))
    expect(taken.filter((bytes) => entropy.equals(Buffer.from(bytes))).length).toBe(1)
  })

  test('SEC-01, SEC-02: neither entropy, seed, keys, words nor a half is in anything that went over the network', () => {
    const secrets = listSecrets()
    // Made, recovered once: three pairs at least, of two halves each.
    expect(secrets.length).toBeGreaterThanOrEqual(4 + 6)
    const search = createSearch(secrets, [words, phrase])
    expect(network.length).toBeGreaterThan(50)
    for (const said of new Set(network)) expect([said.slice(0, 200), search(said)]).toEqual([said.slice(0, 200), []])
  })

  test('SEC-01, SEC-76: nor in anything that the site heard, or that was logged', () => {
    const search = createSearch(listSecrets(), [words, phrase])
    expect(heard.join('').length).toBeGreaterThan(1000)
    for (const said of [...heard, ...logged]) expect(search(said)).toEqual([])
  })

  test('SEC-03: nor in anything that the frame keeps', () => {
    const search = createSearch(listSecrets(), [words, phrase])
    expect(stored.join('')).toContain('shop')
    for (const said of stored) expect(search(said)).toEqual([])
  })

  test('SEC-01: the worker tells the frame’s page words and the phrase of a file, each once asked for, and no other secret', () => {
    const search = createSearch(listSecrets(), [words, phrase])
    const secret = [...new Set(told)].filter((said) => search(said).length > 0)
    expect(secret.map((said) => search(said))).toEqual(secret.map(() => ['words']))
    // One for the screen of the file, one for the screen of the words.
    expect(secret.length).toBe(2)
    expect(told.length).toBeGreaterThan(20)
  })
})
