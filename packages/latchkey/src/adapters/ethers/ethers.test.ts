import { expect, it } from 'vitest'
import { createTestLatchkey, testNetwork } from '../../../../testing/src/createTestLatchkey.ts'
import { adoptConnection } from '../../core/kernel/connections/adoptConnection.ts'
import { findAsker } from '../../core/kernel/requests/asked.ts'
import type { Connection } from '../../core/types/adapter.ts'
import { playNetwork, playPage } from '../contract/evmPageContract.ts'
import * as entry5 from '../ethers5/index.ts'
import * as entry from './index.ts'

it('latchkey/ethers and latchkey/ethers5 give these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['ethers', 'getEthersProvider', 'getEthersSigner'])
  expect(Object.keys(entry5).sort()).toEqual(['ethers5', 'getEthers5Provider', 'getEthers5Signer'])
})

it.each([
  ['ethers', entry.ethers()],
  ['ethers5', entry5.ethers5()],
] as const)(
  '%s: a site without the package hears its name, and everything but contracts works',
  async (type, create) => {
    const page = playPage(create)
    const wallet = page.add()
    const [connector] = await new Promise<Parameters<Parameters<typeof page.adapter.watchConnectors>[0]>[0]>(
      (resolve) => page.adapter.watchConnectors(resolve)(),
    )
    if (!connector) throw new Error('no connector')
    const connection = await page.adapter.connect(connector, { network: playNetwork(1) })
    expect(await page.adapter.signMessage(connection, 'x')).toMatch(/^0x/)
    const request = { address: wallet.getAddress(), abi: [], functionName: 'act' }
    await expect(page.adapter.writeContract?.(connection, request)).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      facts: { package: 'ethers' },
    })
    expect(page.adapter.type).toBe(type)
  },
)

it('what ethers asks the wallet past us counts as asked while a person must answer, and the wallet’s object stays as it is', async () => {
  const { latchkey } = createTestLatchkey({ options: { networks: [testNetwork(1)] } })
  const { instance } = latchkey
  class Wallet {
    readonly #secret = '0x1b'
    readonly asked: string[] = []
    async request({ method }: { method: string }): Promise<unknown> {
      this.asked.push(`${method} ${findAsker(instance)?.name}`)
      if (method === 'wallet_switchEthereumChain') throw Object.assign(new Error('No.'), { code: 4001 })
      return this.#secret
    }
  }
  const provider = Object.freeze(new Wallet())
  const connector = { id: 'fox', name: 'Fox', namespace: 'eip155', type: 'ANNOUNCED', provider } as const
  const account = { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', type: 'eoa' } as const
  const connection: Connection = { connector, provider, accounts: [account], networkId: 'eip155:1' }
  expect(entry.getEthersProvider(latchkey, { BrowserProvider: class {} })).toBeUndefined()
  adoptConnection(instance, { connection, place: 'active' })
  type Handed = { request(call: { method: string }): Promise<unknown> }
  const handed: Handed[] = []
  class BrowserProvider {
    constructor(wallet: Handed) {
      handed.push(wallet)
    }
  }
  entry.getEthersProvider(latchkey, { BrowserProvider })
  entry5.getEthers5Provider(latchkey, { providers: { Web3Provider: BrowserProvider } })
  expect(handed).toHaveLength(2)
  for (const wallet of handed) {
    provider.asked.length = 0
    for (const method of ['eth_chainId', 'eth_call', 'wallet_getCapabilities']) await wallet.request({ method })
    const refused = wallet.request({ method: 'wallet_switchEthereumChain' })
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    for (const method of ['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_requestAccounts']) {
      expect(await wallet.request({ method })).toBe('0x1b')
    }
    expect(provider.asked).toEqual([
      'eth_chainId undefined',
      'eth_call undefined',
      'wallet_getCapabilities undefined',
      'wallet_switchEthereumChain Fox',
      'eth_sendTransaction Fox',
      'eth_signTypedData_v4 Fox',
      'eth_requestAccounts Fox',
    ])
    expect(findAsker(instance), 'and no longer').toBeUndefined()
  }
  expect(latchkey.getProvider()).toBe(provider)
})
