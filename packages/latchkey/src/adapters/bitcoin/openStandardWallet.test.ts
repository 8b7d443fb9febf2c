import type { Wallet } from '@wallet-standard/base'
import { expect, test } from 'vitest'
import { NETWORK_IDS } from '../../core/values/bitcoinNetworks.ts'
import { openStandardWallet } from './openStandardWallet.ts'

function play(chains: readonly string[]) {
  const asked: unknown[] = []
  const feature = {
    signAndSendTransaction: async (input: unknown) => {
      asked.push(input)
      return [{ txId: 'aa' }]
    },
  }
  const wallet = { chains, accounts: [], features: { 'bitcoin:signAndSendTransaction': feature } }
  return { asked, wallet: wallet as unknown as Wallet }
}

test('a transaction is sent on the network of the connection, wherever that stands in the list of the wallet', async () => {
  const { asked, wallet } = play(['bitcoin:mainnet', 'bitcoin:signet'])
  await openStandardWallet(wallet, NETWORK_IDS.Signet).signPsbt?.({ psbt: 'cHNidP8=', broadcast: true })
  await openStandardWallet(wallet, NETWORK_IDS.Mainnet).signPsbt?.({ psbt: 'cHNidP8=', broadcast: true })
  expect(asked).toMatchObject([{ chain: 'bitcoin:signet' }, { chain: 'bitcoin:mainnet' }])
})

test('a wallet that does not name the network is not asked to send there', async () => {
  const { asked, wallet } = play(['bitcoin:mainnet'])
  const sending = openStandardWallet(wallet, NETWORK_IDS.Testnet).signPsbt?.({ psbt: 'cHNidP8=', broadcast: true })
  await expect(sending).rejects.toMatchObject({ code: -32601 })
  expect(asked).toEqual([])
})
