import { expect, it } from 'vitest'
import * as pairingDoor from './engine/createPairing.ts'
import * as door from './index.ts'
import * as walletDoor from './wallet/index.ts'

it('the door of the engine exports these names and no others', () => {
  expect(Object.keys(door).sort()).toEqual([
    'ENGINE_ERRORS',
    'EngineError',
    'PeerError',
    'createSignClient',
    'formatPairingLink',
    'formatRequestLink',
    'isEngineError',
    'isGranted',
    'isWalletLink',
  ])
})

it('the door of pairings that need no client exports one name', () => {
  expect(Object.keys(pairingDoor)).toEqual(['createPairing'])
})

it("the wallets' door exports these names and no others", () => {
  expect(Object.keys(walletDoor).sort()).toEqual([
    'buildApprovedNamespaces',
    'buildAuthObject',
    'formatAuthMessage',
    'populateAuthPayload',
  ])
})
