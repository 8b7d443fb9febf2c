import { createFakeServices, createTestLatchkey, fakeAddress } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { resolveName } from '../../actions/resolveName.ts'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { mayBeName } from './readName.ts'

function start(answer: ((input: unknown) => unknown) | undefined) {
  const services = createFakeServices({ gateway: answer && { getName: answer } })
  const made = createTestLatchkey({ services, isStarted: false })
  const asked = () => services.calls.filter(({ name }) => name === 'getName').map(({ input }) => input)
  return { ...made, asked }
}

const record = (addresses: Readonly<Record<string, { address: string }>>, name = 'mira.eth') => ({
  name,
  attributes: null,
  addresses,
})

test('a name leads to its address on the active network, in its normal form, and is asked for anew each time', async () => {
  const { latchkey, asked } = start(() => record({ 60: { address: fakeAddress(7) } }))
  for (const _time of [1, 2])
    expect(await resolveName(latchkey, { name: ' Mira.eth ' })).toEqual({ name: 'mira.eth', address: fakeAddress(7) })
  expect(asked()).toEqual(Array.from({ length: 2 }, () => ({ name: 'Mira.eth', chainId: 'eip155:1', apiVersion: 2 })))
})

test('no such name, a name without an address there, and a name that could not be read are told apart', async () => {
  const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(await resolveName(start(() => []).latchkey, { name: 'nobody.eth' })).toBeUndefined()
  expect(await resolveName(start(() => record({})).latchkey, { name: 'mira.eth', networkId })).toEqual({
    name: 'mira.eth',
    address: undefined,
  })
  const down = start(() => {
    throw new LatchkeyError('UPSTREAM_UNAVAILABLE' as never, 'Down.')
  })
  await expect(resolveName(down.latchkey, { name: 'mira.eth' })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await expect(resolveName(start(undefined).latchkey, { name: 'mira.eth' })).rejects.toMatchObject({
    code: 'DATA_UNAVAILABLE',
  })
})

test('SEC-93: what does not look like an address of the network is none, and the name is cleaned', async () => {
  const { latchkey } = start(() => record({ 501: { address: fakeAddress(7) } }, '\u202emi\u200bra.eth'))
  expect(
    await resolveName(latchkey, { name: 'mira.eth', networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  ).toEqual({
    name: 'mira.eth',
    address: undefined,
  })
})

test('what may be a name has two labels or more', () => {
  for (const text of ['mira.eth', ' mira.eth ', 'a.b.c', '\ud83d\udd11.eth']) expect(mayBeName(text), text).toBe(true)
  for (const text of ['mira', 'mira.', '.eth', 'mi ra.eth', 'https://mira.eth', 'a/b.eth', 'a..b', fakeAddress(1)])
    expect(mayBeName(text), text).toBe(false)
})
