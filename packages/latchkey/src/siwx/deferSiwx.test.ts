import { expect, test } from 'vitest'
import { deferSiwx, type SiwxMethods } from './deferSiwx.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: https://shop.example/assets/siwx-1.js')
const request = {
  networkId: 'eip155:1',
  address: `0x${'11'.repeat(20)}`,
  signal: new AbortController().signal,
} as const

test('F-36: code that the site no longer has is a service that is not there, and is asked for again', async () => {
  let loads = 0
  const methods = { getSessions: async () => [] } as unknown as SiwxMethods
  const siwx = deferSiwx({}, async () => {
    loads += 1
    if (loads < 3) throw missing
    return methods
  })
  await expect(siwx.getSessions(request)).rejects.toMatchObject({ code: 'SIGN_IN_SERVICE_DOWN', cause: missing })
  await expect(siwx.createFields(request)).rejects.toMatchObject({ code: 'SIGN_IN_SERVICE_DOWN', step: 'signIn' })
  expect(await siwx.getSessions(request)).toEqual([])
})
