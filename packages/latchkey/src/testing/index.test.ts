import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('latchkey/testing gives these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'WalletError',
    'createLocalAccount',
    'createLocalBitcoinAccount',
    'createLocalPolkadotAccount',
    'createScriptedBitcoinWallet',
    'createScriptedPolkadotWallet',
    'createScriptedSolanaWallet',
    'createScriptedWallet',
    'createWalletEngine',
    'drill',
    'toLocalSs58',
  ])
})
