/** What a hostile site tries with messages, windows and frames of its own: section 2 of the threats, T1, T2 and T18. */
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, test as everyTest, expect, onTestFinished } from 'vitest'
import { loadLevel } from '../../packages/server/src/storage/keyValueStore.ts'
import { fuzz } from './fuzz.ts'
import type { Hostile, Outcome } from './hostilePage.ts'
import { NETWORK, startWorld, type World } from './startWorld.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

declare const heard: Hostile['heard']
declare const outcomes: Hostile['outcomes']
declare const nonce: string
declare const port: MessagePort
declare const helloWith: (nonce: string) => unknown
declare const listen: (port: MessagePort) => void
declare const place: (frame: string, how?: object) => HTMLIFrameElement

let world: World
let frame: string
beforeAll(async () => {
  world = await startWorld()
  frame = world.at('wallet')
})
afterAll(() => world?.close())

const newContext = async (): Promise<BrowserContext> => {
  const context = await world.browser.newContext()
  onTestFinished(() => context.close())
  return context
}
const visit = async (site?: string, path?: string): Promise<Page> => world.visit(await newContext(), site, path)
const opened = async (): Promise<Page> => {
  const page = await visit()
  await world.open(page)
  return page
}
const isAnswered = async (page: Page): Promise<void> =>
  expect(await world.ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })

describe('a HELLO that is not the page’s', () => {
  /** Windows that a hostile page can make, each as an expression of the page that gives one. */
  const windows: readonly (readonly [name: string, make: string])[] = [
    ['an about:blank frame', `add('about:blank')`],
    ['a srcdoc frame', `add('', (it) => { it.srcdoc = '<p>x' })`],
    ['a blob: frame', `add(URL.createObjectURL(new Blob(['<p>x'], { type: 'text/html' })))`],
    ['a sandboxed frame without an origin', `add('/', (it) => it.setAttribute('sandbox', 'allow-scripts'))`],
    ['another frame of the same site', `add('/')`],
    ['a popup', `open_('/')`],
    ['an about:blank popup', `open_('about:blank')`],
  ]
  test.each(windows)('SEC-31: with the right nonce from %s is not taken', async (_, make) => {
    const page = await visit()
    await world.knock(page)
    await page.evaluate(
      async ([make, frame]) => {
        const frameWindow = document.querySelector('iframe')?.contentWindow as Window
        const settled = (target: Window | null, load: Promise<unknown>) => load.then(() => target as Window)
        const add = (src: string, change: (it: HTMLIFrameElement) => void = () => {}) => {
          const element = document.createElement('iframe')
          change(element)
          if (src) element.src = src
          const load = new Promise((resolve) => element.addEventListener('load', resolve))
          document.body.append(element)
          return settled(element.contentWindow, load)
        }
        const open_ = async (src: string) => window.open(src, '_blank', 'width=300,height=300') as Window
        const other = await new Function('add', 'open_', `return ${make}`)(add, open_)
        // The other window's own code sends it, so that it is the source of the message.
        const script = `(frame, target, hello) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {}
          target.postMessage(hello, frame, [port2])
        }`
        try {
          other.eval(`(${script})`)(frame, frameWindow, helloWith(nonce))
        } catch {
          // Without an origin in common the page only hands the message over to be sent.
          const { port2 } = new MessageChannel()
          other.postMessage({ send: helloWith(nonce), frame }, '*', [port2])
        }
      },
      [make, frame] as const,
    )
    // The page's own HELLO is the first that is taken.
    await world.enter(page)
    await isAnswered(page)
  })

  test.each<[string, string]>([
    ['a nonce of its own', `send(helloWith('A'.repeat(22)))`],
    ['no port', `target.postMessage(helloWith(nonce), frame)`],
    [
      'two ports',
      `target.postMessage(helloWith(nonce), frame, [new MessageChannel().port2, new MessageChannel().port2])`,
    ],
    ['one field more', `send({ ...helloWith(nonce), more: 1 })`],
    ['a name of the other side', `send({ ...helloWith(nonce), type: '@latchkey-frame/HELLO' })`],
    ['a nonce that is a list', `send({ type: '@latchkey-app/HELLO', payload: { nonce: [nonce], projectId: 'shop' } })`],
  ])('SEC-31: with %s is not taken, and the right one after it is', async (_, attempt) => {
    const page = await visit()
    await world.knock(page)
    await page.evaluate(
      ([attempt, frame]) => {
        const target = document.querySelector('iframe')?.contentWindow as Window
        const send = (message: unknown) => target.postMessage(message, frame, [new MessageChannel().port2])
        new Function('target', 'frame', 'send', attempt)(target, frame, send)
      },
      [attempt, frame] as const,
    )
    await world.enter(page)
    await isAnswered(page)
  })

  test('SEC-31: once more, with the nonce that was good, leads nowhere, and neither do calls at the window', async () => {
    const page = await opened()
    const late = await page.evaluate(async (frame) => {
      const target = document.querySelector('iframe')?.contentWindow as Window
      const { port1, port2 } = new MessageChannel()
      const got: unknown[] = []
      port1.onmessage = ({ data }) => got.push(data)
      target.postMessage(helloWith(nonce), frame, [port2])
      port1.postMessage({ type: '@latchkey-app/IS_CONNECTED', id: crypto.randomUUID() })
      target.postMessage({ type: '@latchkey-app/IS_CONNECTED', id: crypto.randomUUID() }, frame)
      return got
    }, frame)
    await isAnswered(page)
    expect(late).toEqual([])
    // One READY at the window, one answer at the port, and nothing else.
    expect((await world.heardBy(page)).map(({ via, data }) => `${via} ${data.type}`)).toEqual([
      'window @latchkey-frame/READY',
      'port @latchkey-frame/IS_CONNECTED_SUCCESS',
    ])
  })

  test('SEC-22: for another project than the address names closes the channel', async () => {
    const page = await visit()
    await world.knock(page)
    await page.evaluate((frame) => {
      const { port1, port2 } = new MessageChannel()
      listen(port1)
      const hello = { type: '@latchkey-app/HELLO', payload: { nonce, projectId: 'other' } }
      document.querySelector('iframe')?.contentWindow?.postMessage(hello, frame, [port2])
      port1.postMessage({ type: '@latchkey-app/IS_CONNECTED', id: crypto.randomUUID() })
    }, frame)
    // The page of another frame comes and goes meanwhile.
    await isAnswered(await opened())
    expect((await world.heardBy(page)).filter(({ via }) => via === 'port')).toEqual([])
  })
})

describe('the frame where it should not start', () => {
  const starts = (page: Page) => {
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    return () => asked.filter((url) => /config\.json|worker/.test(url))
  }
  const information = 'works only inside them'

  test.each<[string, string]>([
    ['a frame of an allowed site within the same site', `it.src = '/'`],
    ['an about:blank frame', `it.src = 'about:blank'`],
    ['a srcdoc frame', `it.srcdoc = '<body>'`],
  ])('SEC-29: nested in %s it says READY to nobody', async (_, make) => {
    const page = await visit()
    const started = starts(page)
    await page.evaluate(
      async ([make, frame]) => {
        const it = document.createElement('iframe')
        new Function('it', make)(it)
        const load = new Promise((resolve) => it.addEventListener('load', resolve))
        document.body.append(it)
        await load
        const inner = (it.contentDocument as Document).createElement('iframe')
        inner.src = `${frame}/v1/frame?projectId=shop`
        it.contentDocument?.body.append(inner)
      },
      [make, frame] as const,
    )
    await page.frameLocator('iframe').frameLocator('iframe').getByText(information).waitFor()
    expect(started()).toEqual([])
    expect(await page.evaluate(() => heard)).toEqual([])
  })

  test('SEC-28: in a popup of the site it says READY to nobody', async () => {
    const page = await visit()
    const started = starts(page)
    const popup = page.context().waitForEvent('page')
    await page.evaluate((frame) => void window.open(`${frame}/v1/frame?projectId=shop`), frame)
    await (await popup).getByText(information).waitFor()
    expect(started()).toEqual([])
    expect(await page.evaluate(() => heard)).toEqual([])
  })

  test.each<[string, string, string, string]>([
    ['a site that is on no list', 'evil', '/', ''],
    ['an allowed site that gave up its origin', 'shop-a', '/sandboxed', ''],
    ['a site whose name begins like an allowed one', 'shop-a.evil', '/', ''],
    ['an allowed site, with the project left out', 'shop-a', '/', '?'],
    ['an allowed site, with two projects named', 'shop-a', '/', '?projectId=nobody&projectId=shop'],
  ])('SEC-22: within %s no script of it runs', async (_, site, path, query) => {
    const page = await visit(site, path)
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/i.test(message.text()))
    await page.evaluate(
      ([frame, query]) => {
        const element = document.createElement('iframe')
        element.src = `${frame}/v1/frame${query || '?projectId=shop'}`
        document.body.append(element)
      },
      [frame, query] as const,
    )
    await refused
    expect(await page.evaluate(() => heard)).toEqual([])
  })

  test('SEC-20: nothing of the frame’s window can be read or called from the page around it', async () => {
    const page = await opened()
    const tried = await page.evaluate(() => {
      const target = document.querySelector('iframe')?.contentWindow as Window
      const attempt = (run: () => unknown): string => {
        try {
          return `got ${String(run())}`
        } catch (error) {
          return (error as Error).name
        }
      }
      return [
        attempt(() => target.document),
        attempt(() => target.localStorage),
        attempt(() => target.indexedDB),
        attempt(() => target.location.href),
        attempt(() => (target as unknown as { eval: (text: string) => void }).eval('1')),
        attempt(() => target.document.querySelector('button')?.click()),
        attempt(() => target.dispatchEvent(new MouseEvent('click'))),
        attempt(() => target.history.length),
        attempt(() => (target as unknown as { name: string }).name),
      ]
    })
    expect(new Set(tried)).toEqual(new Set(['SecurityError']))
  })

  test('SEC-137: within a page that shut itself off from windows of others it works all the same', async () => {
    const page = await visit('shop-a', '/isolated')
    await world.open(page)
    await isAnswered(page)
  })

  test('SEC-24: an address that is code, set in place of the frame’s, runs nowhere near it', async () => {
    const page = await opened()
    await page.evaluate(() => {
      const element = document.querySelector('iframe') as HTMLIFrameElement
      const target = element.contentWindow as Window
      try {
        target.location.href = 'javascript:parent.stolen = document.body.innerHTML'
      } catch {
        // As it should be.
      }
    })
    await isAnswered(page)
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  })
})

describe('calls that are none, too many, or twice', () => {
  test('SEC-33: an id is good once: while its call is open, after its answer, and for another call', async () => {
    const page = await opened()
    const id = crypto.randomUUID()
    await world.begin(page, 'IS_CONNECTED', undefined, id)
    await expect.poll(() => world.outcomeOf(page, id)).toEqual({ answer: { isConnected: false } })
    for (const name of ['IS_CONNECTED', 'GET_CHAIN_ID', 'RPC_ABORT']) {
      await world.begin(page, name, undefined, id)
      await expect.poll(() => world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'ID_REPEATED' } })
    }
  })

  test('SEC-33: of a flood 20 a second are taken, the others hear when to come back, and a second later all is well', async () => {
    const page = await opened()
    const ended = await page.evaluate(async () => {
      const calls = Array.from({ length: 200 }, () => {
        const id = crypto.randomUUID()
        port.postMessage({ type: '@latchkey-app/GET_CHAIN_ID', id })
        return id
      })
      while (!calls.every((id) => id in outcomes)) await new Promise((resolve) => setTimeout(resolve, 10))
      return calls.map((id) => outcomes[id])
    })
    const refused = ended.filter((outcome) => outcome?.error)
    expect(refused.length).toBeGreaterThanOrEqual(140)
    expect(ended.length - refused.length).toBeGreaterThanOrEqual(20)
    expect(new Set(refused.map((outcome) => outcome?.error?.reason))).toEqual(new Set(['RATE_LIMITED']))
    await expect.poll(() => world.ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
  })

  test('SEC-37: a node that the page names is asked nothing, in whatever field it stands', async () => {
    const page = await opened()
    const evil = world.at('evil-node')
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    const before = await page.evaluate(() => heard.length)
    const payloads = [
      ['SWITCH_NETWORK', { chainId: NETWORK, rpcUrl: evil }],
      ['GET_USER', { chainId: NETWORK, rpcUrl: evil }],
      ['RPC_REQUEST', { method: 'eth_blockNumber', rpcUrl: evil }],
      ['RPC_REQUEST', { method: 'eth_blockNumber', params: [], url: evil, chainId: NETWORK }],
    ] as const
    for (const [name, payload] of payloads) await world.begin(page, name, payload)
    // What is read as part of a call is a network's name, and there is none of that name.
    const ids = [`eip155:${evil}`, 'eip155:0', 'eip155:31337@evil', 'eip155:1']
    for (const chainId of ids) await world.begin(page, 'SWITCH_NETWORK', { chainId })
    expect(
      (await world.ask(page, 'RPC_REQUEST', { method: 'eth_blockNumber', params: [{ rpcUrl: evil }] })).error,
    ).toBeDefined()
    await isAnswered(page)
    expect(await world.ask(page, 'GET_CHAIN_ID')).toEqual({ answer: { chainId: NETWORK } })
    expect(asked.filter((url) => url.includes('evil'))).toEqual([])
    // Those with a field for a node were no calls at all.
    const types = (await world.heardBy(page)).slice(before).map(({ data }) => data.type)
    expect(types.filter((type) => type.endsWith('_SUCCESS')).sort()).toEqual([
      '@latchkey-frame/GET_CHAIN_ID_SUCCESS',
      '@latchkey-frame/IS_CONNECTED_SUCCESS',
    ])
  })

  test('SEC-32: 10,000 made-up messages at port and window are dropped, and leave nothing behind', async () => {
    const page = await opened()
    const inner = page.frames().find((each) => each.url().startsWith(frame))
    if (!inner) throw new Error('there is no frame')
    const session = await page.context().newCDPSession(page)
    /** Bytes that both pages have, which share a process, and how much it draws and keeps. */
    const measure = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      const state = await inner.evaluate(async () => ({
        nodes: document.querySelectorAll('*').length,
        storage: Object.keys(localStorage).length + Object.keys(sessionStorage).length,
        caches: (await caches.keys()).length,
        databases: await Promise.all(
          (await indexedDB.databases()).map(
            ({ name }) =>
              new Promise((resolve) => {
                const request = indexedDB.open(name as string)
                request.onsuccess = () => {
                  const database = request.result
                  const stores = [...database.objectStoreNames]
                  const transaction = database.transaction(stores)
                  const counts = stores.map((store) => transaction.objectStore(store).count())
                  transaction.oncomplete = () => {
                    database.close()
                    resolve([name, ...stores.map((store, index) => [store, counts[index]?.result])])
                  }
                }
              }),
          ),
        ),
      }))
      return { usedSize, state }
    }
    const asked: string[] = []
    // The first round warms up what is compiled once.
    await page.evaluate(fuzz, { seed: 1, count: 2_000, frame })
    await expect.poll(() => world.ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
    const before = await measure()
    page.context().on('request', (request) => asked.push(request.url()))
    const answers = await page.evaluate(fuzz, { seed: 20_261_125, count: 10_000, frame })
    await expect.poll(() => world.ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
    const after = await measure()
    // Not one of them was answered, and none became a request.
    expect(answers).toEqual([])
    expect(asked).toEqual([])
    expect(after.state).toEqual(before.state)
    // A kilobyte each, kept, would be ten million.
    expect(after.usedSize - before.usedSize).toBeLessThan(1_000_000)
  })

  test('SEC-36, SEC-76: of every call the answers have the fields that are listed, and no port comes with one', async () => {
    const page = await opened()
    const names = ['IS_CONNECTED', 'GET_CHAIN_ID', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'GET_USER', 'SIGN_OUT']
    for (const name of names) await world.ask(page, name)
    const all = await world.heardBy(page)
    expect(all.filter(({ ports }) => ports > 0)).toEqual([])
    const told = all.flatMap(({ data }) =>
      Object.keys((data as Outcome['answer'] as { payload?: object }).payload ?? {}),
    )
    const allowed = ['version', 'protocol', 'nonce', 'storage', 'isConnected', 'chainId', 'smartAccountEnabledNetworks']
    expect(told.filter((key) => ![...allowed, 'message', 'code', 'reason'].includes(key))).toEqual([])
  })

  test('SEC-40: a page that goes away, or loads the frame anew, ends what it asked, and the next one starts afresh', async () => {
    const page = await opened()
    const before = await world.heardBy(page)
    await page.evaluate((frame) => {
      document.querySelector('iframe')?.remove()
      place(frame)
    }, frame)
    await expect.poll(async () => (await world.heardBy(page)).length).toBeGreaterThan(before.length)
    // The old port is dead, and the old nonce as well.
    const old = await page.evaluate(() => {
      port.postMessage({ type: '@latchkey-app/IS_CONNECTED', id: crypto.randomUUID() })
      return nonce
    })
    const ready = (await world.heardBy(page)).filter(({ data }) => data.type === '@latchkey-frame/READY').at(-1)
    expect(ready?.data.payload).not.toMatchObject({ nonce: old })
    expect((await world.heardBy(page)).filter(({ via }) => via === 'port')).toEqual([])
  })
})
