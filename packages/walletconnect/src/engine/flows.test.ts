import { describe, expect, it } from 'vitest'
import { createTestPair, testGranted } from '../../../testing/src/relay/createTestPair.ts'

describe('app and wallet over a relay', () => {
  it('connects, asks and is answered', async () => {
    const { app, wallet, run, settle } = await createTestPair()
    wallet.on('session_request', ({ id, topic }) => {
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
    })
    const session = await settle()
    expect(session.namespaces).toEqual(testGranted)
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', '0xabc'] }
    const result = await run(app.request({ topic: session.topic, chainId: 'eip155:1', request }))
    expect(result).toBe('0xsigned')
  })
})
