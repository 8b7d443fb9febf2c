import { createScriptedAdapter, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { isDevelopment } from '#checks'
import * as entry from '../index.ts'
import { createLatchkey } from './createLatchkey.ts'

const networks = [testNetwork(1)] as const

test('the names of latchkey/core are these', () => {
  expect(Object.keys(entry).sort()).toEqual(['LatchkeyError', 'createLatchkey', 'isLatchkeyError', 'readInitialState'])
})

test('on a server an instance is made without touching a browser, and each creation is its own', () => {
  const one = createLatchkey({ networks })
  const two = createLatchkey({ networks })
  expect(one).not.toBe(two)
  expect(one.getState()).toMatchObject({ status: 'disconnected', ready: false, networkId: 'eip155:1' })
  expect(one.getConnectors()).toEqual([])
  expect(one.subscribe(() => undefined)).toBeTypeOf('function')
})

test.each(['open', 'connect', 'disconnect', 'switchNetwork', 'signMessage', 'sendTransaction'] as const)(
  'F-49: %s on a server rejects with SERVER_CALL',
  async (method) => {
    const call = createLatchkey({ networks })[method] as () => Promise<unknown>
    await expect(call()).rejects.toMatchObject({
      code: 'SERVER_CALL',
      shortMessage: `${method} runs in the browser only.`,
    })
  },
)

test('an adapter that was passed without being called is OPTION_CONFLICT, and no options at all are OPTION_INVALID', () => {
  const universal = () => createScriptedAdapter('eip155').create
  expect(() => createLatchkey({ networks, adapters: [universal as never] })).toThrow('adapters: one was not called.')
  expect(() => createLatchkey(undefined as never)).toThrow(
    isDevelopment
      ? 'The option networks must be given.'
      : 'The option networks must be a list of at least one network.',
  )
  const create = () => createLatchkey({ networks, projectId: '' })
  if (isDevelopment) expect(create).toThrow('The option projectId must be a filled text.')
  else expect(create).not.toThrow()
})

test('two adapters for one namespace are OPTION_CONFLICT', () => {
  const adapters = [createScriptedAdapter('eip155').create, createScriptedAdapter('eip155').create]
  expect(() => createLatchkey({ networks, adapters })).toThrow(expect.objectContaining({ code: 'OPTION_CONFLICT' }))
})
