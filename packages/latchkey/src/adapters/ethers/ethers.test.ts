import { expect, it } from 'vitest'
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
