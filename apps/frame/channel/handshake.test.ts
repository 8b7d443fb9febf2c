import { describe, expect, it, onTestFinished } from 'vitest'
import { findHost, openChannel } from './handshake.ts'

const HOST = 'https://shop.example'
const NONCE = 'AAECAwQFBgcICQoLDA0ODw'

describe('who embeds the frame', () => {
  const around = {
    parent: { postMessage: () => {} } as unknown as Window,
    ancestors: [HOST],
    isParentTop: true,
    referrer: 'https://claimed.example/',
    isTop: false,
  }

  it('SEC-34: is whom the browser lists, whatever else is claimed', () => {
    expect(findHost(around)).toBe(HOST)
  })

  it('is the origin that the request came from where the browser lists none', () => {
    expect(findHost({ ...around, ancestors: undefined, referrer: `${HOST}/` })).toBe(HOST)
    expect(findHost({ ...around, ancestors: undefined, referrer: '' })).toBe('origin-unknown')
  })

  it('SEC-28: nobody, where it is opened by itself', () => {
    expect(findHost({ ...around, isTop: true })).toBe('top-level')
  })

  it('SEC-29: nobody, where it is more than one level deep', () => {
    expect(findHost({ ...around, isParentTop: false })).toBe('nested')
    expect(findHost({ ...around, ancestors: [HOST, 'https://outer.example'] })).toBe('nested')
    expect(findHost({ ...around, ancestors: [] })).toBe('nested')
  })

  it.each(['null', 'file:///home/page.html', 'about:srcdoc', 'data:text/html,x', ''])('is not %s', (origin) => {
    expect(findHost({ ...around, ancestors: [origin] })).toBe('origin-unknown')
  })
})

/** A window of the frame with what is posted to its parent, and a way to let messages arrive. */
const window = () => {
  const own = new EventTarget() as EventTarget & Window
  const posted: unknown[][] = []
  const parent = { postMessage: (...message: unknown[]) => posted.push(message) } as unknown as Window
  const ender = new AbortController()
  const channel = new MessageChannel()
  onTestFinished(() => {
    channel.port1.close()
    ender.abort()
  })
  const arrive = (event: Partial<{ data: unknown; origin: string; source: unknown; ports: unknown[] }>) =>
    own.dispatchEvent(
      Object.assign(new Event('message'), {
        data: { type: '@latchkey-app/HELLO', payload: { nonce: NONCE, projectId: 'hollowpine' } },
        origin: HOST,
        source: parent,
        ports: [channel.port2],
        ...event,
      }),
    )
  const opened = openChannel({ own, parent }, HOST, { version: '0.1.0', storage: 'kept', nonce: NONCE }, ender.signal)
  let outcome: unknown = 'waiting'
  opened.then(
    (value) => {
      outcome = value
    },
    (error) => {
      outcome = error
    },
  )
  return { posted, arrive, ender, channel, opened, outcome: () => outcome, parent }
}

it('SEC-30: says READY to the one origin, never to any', () => {
  const { posted } = window()
  expect(posted).toEqual([
    [
      { type: '@latchkey-frame/READY', payload: { version: '0.1.0', storage: 'kept', nonce: NONCE, protocol: 1 } },
      { targetOrigin: HOST },
    ],
  ])
})

it('SEC-31: takes the port of the HELLO that answers it', async () => {
  const { arrive, opened, channel } = window()
  arrive({})
  expect(await opened).toEqual({ port: channel.port2, projectId: 'hollowpine' })
})

it.each<[string, Parameters<ReturnType<typeof window>['arrive']>[0]]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins like it', { origin: `${HOST}.evil.example` }],
  ['the origin of nobody', { origin: 'null' }],
  ['another window', { source: {} }],
  ['no window', { source: null }],
  [
    'another nonce',
    { data: { type: '@latchkey-app/HELLO', payload: { nonce: 'AQECAwQFBgcICQoLDA0ODw', projectId: 'x' } } },
  ],
  ['no nonce', { data: { type: '@latchkey-app/HELLO', payload: { projectId: 'x' } } }],
  ['a field too many', { data: { type: '@latchkey-app/HELLO', payload: { nonce: NONCE, projectId: 'x' }, id: 1 } }],
  ['another message', { data: { type: '@latchkey-app/GET_USER', payload: { nonce: NONCE } } }],
  ['no port', { ports: [] }],
  ['two ports', { ports: [{}, {}] }],
])('SEC-31: passes over a HELLO from %s, and takes the right one after it', async (_, wrong) => {
  const { arrive, opened, outcome, channel } = window()
  arrive(wrong)
  await Promise.resolve()
  expect(outcome()).toBe('waiting')
  arrive({})
  expect(await opened).toEqual({ port: channel.port2, projectId: 'hollowpine' })
})

it('SEC-31: a second HELLO with the same nonce changes nothing', async () => {
  const { arrive, opened, channel } = window()
  arrive({})
  arrive({ ports: [{}] })
  expect((await opened).port).toBe(channel.port2)
})

it('gives up when it is told to, and hears nothing afterwards', async () => {
  const { arrive, ender, opened } = window()
  ender.abort(new Error('left'))
  arrive({})
  await expect(opened).rejects.toThrow('left')
})
