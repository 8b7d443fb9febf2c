import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { askAgain } from './askAgain.ts'
import { REQUEST_HINT_MS } from './watchRequests.ts'

/** As long as signatures are. */
const ONE = `0x${'01'.repeat(65)}`
const TWO = `0x${'02'.repeat(65)}`
/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const ETH = `eip155:1:${LOWER}`

type Ask = { request(call: { method: string; params?: unknown }): Promise<unknown> }

/** A phone that shows a second request beside one that is open. */
const connectUnqueued = async () => connectPhone([ETH], { phone: await createTestPhone({ isUnqueued: true }) })

/** A signature that the phone leaves unanswered for so long that the visitor hears of it, and asks again. */
async function askedTwice() {
  const made = await connectUnqueued()
  const { latchkey, phone, instance, getRequest } = made
  const answers: string[] = []
  const signing = latchkey.signMessage('x')
  signing.then(
    (answer) => answers.push(answer),
    (error: { code: string }) => answers.push(error.code),
  )
  const first = await phone.until(() => phone.requests[0])
  await phone.clock.advance(REQUEST_HINT_MS)
  expect(getRequest()?.hint).toBe('REQUEST_UNANSWERED')
  await askAgain(instance)
  expect(getRequest()?.hint).toBeUndefined()
  const second = await phone.until(() => phone.requests[1])
  const respond = (id: number, result: string) =>
    phone.client.respond({ topic: first.topic, response: { id, jsonrpc: '2.0', result } })
  return { ...made, answers, first, second, respond }
}

test('F-17: a signature is asked for again under a new id, and the answer to the new one reaches the host', async () => {
  const { phone, answers, first, second, respond, getRequest } = await askedTwice()
  expect(second).toMatchObject({ method: first.method, params: first.params })
  expect(second.id).not.toBe(first.id)
  expect(getRequest()?.id).toBe(second.id)
  void respond(second.id, TWO)
  await phone.until(() => answers.length > 0)
  expect(answers).toEqual([TWO])
  expect(getRequest()).toBeUndefined()
})

test('F-17: a late answer to the first one is taken once, and what comes after it is nothing to the host', async () => {
  const { phone, answers, first, second, respond, codesOf } = await askedTwice()
  void respond(first.id, ONE)
  await phone.until(() => answers.length > 0)
  void respond(second.id, TWO).catch(() => undefined)
  await phone.clock.advance(5_000)
  expect(answers).toEqual([ONE])
  expect(codesOf()).toEqual(['REQUEST_UNANSWERED'])
})

test('F-17: a no to either is a no', async () => {
  const { phone, answers, second } = await askedTwice()
  const response = { id: second.id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } as const
  void phone.client.respond({ topic: second.topic, response })
  await phone.until(() => answers.length > 0)
  expect(answers).toEqual(['USER_REJECTED'])
})

test('F-17: the end of the first one is not the end of the second', async () => {
  const made = await connectUnqueued()
  const { latchkey, phone, instance, getRequest } = made
  const signing = latchkey.signMessage('x')
  signing.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.clock.advance(890_000)
  await askAgain(instance)
  await phone.until(() => phone.requests[1])
  await phone.clock.advance(60_000)
  expect(getRequest()?.hint).toBe('REQUEST_UNANSWERED')
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
}, 30_000)

test('F-17: pressed before there is a reason, or twice, it asks no more than once', async () => {
  const { latchkey, phone, instance } = await connectUnqueued()
  latchkey.signMessage('x').catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await askAgain(instance)
  await phone.clock.advance(REQUEST_HINT_MS)
  await Promise.all([askAgain(instance), askAgain(instance)])
  await phone.clock.advance(5_000)
  expect(phone.requests).toHaveLength(2)
})

test.each([
  ['eip155:1', 'eth_sendTransaction', [{ from: LOWER, to: OTHER }]],
  ['eip155:1', 'eth_sendRawTransaction', ['0x00']],
  ['eip155:1', 'wallet_sendCalls', [{ calls: [] }]],
  ['eip155:1', 'wallet_grantPermissions', [{}]],
])('F-17: money moves once: on %s %s is never sent again', async (_, method, params) => {
  const { latchkey, phone, instance, getRequest } = await connectUnqueued()
  const provider = latchkey.getProvider() as Ask
  provider.request({ method, params }).catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.clock.advance(REQUEST_HINT_MS)
  expect(getRequest()).toMatchObject({ hint: 'REQUEST_UNANSWERED' })
  expect(getRequest()?.kind).not.toBe('sign')
  await askAgain(instance)
  await phone.clock.advance(5_000)
  expect(phone.requests).toHaveLength(1)
})

test('F-17: a Bitcoin transaction that the wallet is to broadcast counts as a send', async () => {
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
  const made = await connectPhone([`${bitcoin}:bc1qfox`], {
    options: {
      networks: [
        {
          id: '000000000019d6689c085ae165831e93',
          name: 'Bitcoin',
          chainNamespace: 'bip122',
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          rpcUrls: { default: { http: ['https://btc.test'] } },
        },
      ],
    },
  })
  const provider = made.latchkey.getProvider() as Ask
  const ask = (params: unknown) => provider.request({ method: 'signPsbt', params }).catch(() => undefined)
  void ask({ psbt: 'x', broadcast: true })
  await made.phone.until(() => made.phone.requests[0] && made.getRequest())
  expect(made.getRequest()?.kind).toBe('send')
  await made.phone.answer({ psbt: 'y' })
  await made.phone.until(() => !made.getRequest())
  void ask({ psbt: 'x' })
  await made.phone.until(() => made.getRequest())
  expect(made.getRequest()?.kind).toBe('sign')
})

test('two requests that look alike are two: each has its own id and its own answer', async () => {
  const { latchkey, phone, getRequest } = await connectUnqueued()
  const provider = latchkey.getProvider() as Ask
  const call = { method: 'personal_sign', params: ['0x00', LOWER] }
  const both = [provider.request(call), provider.request(call)]
  const [one, two] = await phone.until(() => phone.requests.length === 2 && phone.requests)
  if (!one || !two) throw new Error('not asked')
  expect(getRequest()?.id).toBe(two.id)
  const { topic } = two
  void phone.client.respond({ topic, response: { id: two.id, jsonrpc: '2.0', result: TWO } })
  await phone.until(() => getRequest()?.id === one.id)
  void phone.client.respond({ topic, response: { id: one.id, jsonrpc: '2.0', result: ONE } })
  await phone.until(() => !getRequest())
  await expect(Promise.all(both)).resolves.toEqual([ONE, TWO])
})
