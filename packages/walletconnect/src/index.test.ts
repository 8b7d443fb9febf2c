import { expect, it } from 'vitest'
import * as door from './index.ts'

it('the door of the engine exports these names and no others', () => {
  expect(Object.keys(door).sort()).toEqual([
    'ENGINE_ERRORS',
    'EngineError',
    'PeerError',
    'buildApprovedNamespaces',
    'buildAuthObject',
    'createSignClient',
    'formatAuthMessage',
    'formatPairingLink',
    'formatRequestLink',
    'isEngineError',
    'isGranted',
    'isWalletLink',
    'populateAuthPayload',
  ])
})
