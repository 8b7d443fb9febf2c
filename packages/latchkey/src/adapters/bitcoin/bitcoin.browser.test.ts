import { getWallets } from '@wallet-standard/app'
import { expect, test } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Connector } from '../../core/types/adapter.ts'
import { bitcoin as mainnet } from '../../networks/index.ts'
import { createScriptedBitcoinWallet } from '../../testing/createScriptedBitcoinWallet.ts'
import { bitcoin } from './bitcoin.ts'

test('in a real page a registered wallet is found before and after the adapter starts, and the standard’s own library agrees', async () => {
  const services = createFakeServices({ walletWindow: window })
  const adapter = bitcoin()({ networks: [mainnet], services })
  const early = createScriptedBitcoinWallet({ kind: 'wallet-standard', name: 'Early' })
  const late = createScriptedBitcoinWallet({ kind: 'wallet-standard', name: 'Late' })
  const placed = createScriptedBitcoinWallet({ kind: 'sats-connect', name: 'Placed' })
  const leave = [early.install(window), placed.install(window)]
  let connectors: readonly Connector[] = []
  const stop = adapter.watchConnectors((known) => {
    connectors = known
  })
  expect(connectors.map(({ name }) => name)).toEqual(['Early', 'Placed'])
  leave.push(late.install(window))
  expect(connectors.map(({ name }) => name)).toEqual(['Early', 'Late', 'Placed'])
  expect(
    getWallets()
      .get()
      .map(({ name }) => name),
  ).toEqual(['Early', 'Late'])

  const [connector] = connectors
  if (!connector) throw new Error('no connector')
  const connection = await adapter.connect(connector, { network: mainnet })
  expect(await adapter.signMessage(connection, 'hello')).toBe(early.getAccounts()[0]?.signMessage('hello', 'ECDSA'))

  for (const each of leave) each()
  adapter.prepare?.()
  expect(connectors).toEqual([])
  stop()
})
