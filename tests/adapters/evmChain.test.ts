/** Every EVM adapter without a connector layer of its own on a real chain, from the wallet's announcement to the coins that have moved. */
import * as library6 from 'ethers'
import { ethers as library5 } from 'ethers5'
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  verifyMessage,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest'
import artifacts from '../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import * as actions from '../../packages/latchkey/src/actions/index.ts'
import { ethers, getEthersProvider, getEthersSigner } from '../../packages/latchkey/src/adapters/ethers/index.ts'
import { ethers5, getEthers5Provider, getEthers5Signer } from '../../packages/latchkey/src/adapters/ethers5/index.ts'
import { universal } from '../../packages/latchkey/src/adapters/universal/index.ts'
import type { CreateAdapter } from '../../packages/latchkey/src/core/types/adapter.ts'
import type { CreateLatchkeyOptions } from '../../packages/latchkey/src/core/types/options.ts'
import { createScriptedWallet } from '../../packages/latchkey/src/testing/index.ts'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'
import { readReceipt } from '../../packages/testing/src/readReceipt.ts'

/** Published with every dev chain; account 0 deploys, account 1 is the visitor. */
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const VISITOR = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const { abi, bytecode } = artifacts.contracts.DemoToken as unknown as { abi: Abi; bytecode: Hex }
const token = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
])
/** A contract that stops at whatever it is asked, and returns nothing: initialised by `return memory[0..1]`. */
const SILENT: Hex = '0x60016000f3'

const ADAPTERS: readonly [string, CreateAdapter][] = [
  ['universal', universal()],
  ['ethers 6', ethers({ library: library6 })],
  ['ethers 5', ethers5({ library: library5 })],
]

let here: Anvil
let there: Anvil
let dollar: Address
let silent: Address
beforeAll(async () => {
  ;[here, there] = await Promise.all([startAnvil(), startAnvil({ chainId: 31_338 })])
  const deployer = createWalletClient({ account: privateKeyToAccount(DEPLOYER), transport: http(here.url) })
  const deploy = async (code: Hex, args: readonly unknown[], of: Abi): Promise<Address> => {
    const hash = await deployer.deployContract({ abi: of, bytecode: code, args, chain: null })
    const { contractAddress } = await readReceipt(chain(), hash)
    if (!contractAddress) throw new Error('nothing was deployed')
    return contractAddress
  }
  dollar = await deploy(bytecode, ['Demo Dollar', 'dUSD', 6, 10n ** 12n], abi)
  silent = await deploy(SILENT, [], [])
  const hash = await deployer.sendTransaction({
    to: dollar,
    data: encodeFunctionData({
      abi: parseAbi(['function transfer(address,uint256)']),
      args: [privateKeyToAccount(VISITOR).address, 10n ** 9n],
    }),
    chain: null,
  })
  await readReceipt(chain(), hash)
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
})

const chain = () => createPublicClient({ transport: http(here.url), pollingInterval: 50 })
const settle = async (hash: string) => readReceipt(chain(), hash)

/** A site with one adapter and the visitor's wallet, connected. */
async function connect(createAdapter: CreateAdapter) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, fetch }), fetch }
  const network = ({ chainId, url }: Anvil): CreateLatchkeyOptions['networks'][number] => ({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const { latchkey } = createTestLatchkey({
    services,
    options: { adapters: [createAdapter], networks: [network(here), network(there)] },
  })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: VISITOR,
    rpcUrl: here.url,
    chainId: here.chainId,
    chains: [{ chainId: there.chainId, name: 'There', rpcUrl: there.url }],
  })
  wallet.announce(walletWindow)
  await latchkey.connect({ connectorId: 'dev.drill' })
  return { latchkey, wallet, address: wallet.getAddress() as Address }
}

describe.each(ADAPTERS)('%s on a real chain', (_name, createAdapter) => {
  it('connects and signs; ethers and viem agree on whose signature it is', async () => {
    const { latchkey, address } = await connect(createAdapter)
    const message = 'Grüße, 世界'
    const signature = (await latchkey.signMessage(message)) as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(library6.verifyMessage(message, signature)).toBe(address)
    expect(library5.utils.verifyMessage(message, signature)).toBe(address)
    latchkey.destroy()
  })

  it('sends the coin: what was estimated is used, and it arrives', async () => {
    const { latchkey } = await connect(createAdapter)
    const to = privateKeyToAccount(`0x${crypto.randomUUID().replaceAll('-', '').padEnd(64, '1')}`).address
    expect(await actions.estimateGas(latchkey, { to, value: 1n })).toBe(21_000n)
    const receipt = await settle(await actions.send(latchkey, { to, amount: parseEther('1.5') }))
    expect([receipt.status, receipt.gasUsed]).toEqual(['success', 21_000n])
    expect(await chain().getBalance({ address: to })).toBe(parseEther('1.5'))
    expect(await actions.fetchBalance(latchkey, { address: to })).toEqual({
      value: parseEther('1.5'),
      decimals: 18,
      symbol: 'ETH',
    })
    latchkey.destroy()
  })

  it('sends a token, also one that returns nothing', async () => {
    const { latchkey, address } = await connect(createAdapter)
    const to = '0x00000000000000000000000000000000000000aa'
    const read = (owner: Address) =>
      chain().readContract({ address: dollar, abi: token, functionName: 'balanceOf', args: [owner] })
    const [before, had] = await Promise.all([read(to), read(address)])
    const hash = await actions.send(latchkey, { to, amount: 1_250_000n, token: { address: dollar, decimals: 6 } })
    expect((await settle(hash)).status).toBe('success')
    expect([await read(to), await read(address)]).toEqual([before + 1_250_000n, had - 1_250_000n])
    const quiet = await actions.send(latchkey, { to, amount: 1n, token: { address: silent, decimals: 6 } })
    expect((await settle(quiet)).status).toBe('success')
    latchkey.destroy()
  })

  it('writes to a contract, and names a call that would revert', async () => {
    const { latchkey, address } = await connect(createAdapter)
    const spender = '0x00000000000000000000000000000000000000cc'
    const amount = BigInt(Math.floor(Math.random() * 1e9))
    const request = { address: dollar, abi, functionName: 'approve', args: [spender, amount] }
    expect((await settle(await actions.writeContract(latchkey, request))).status).toBe('success')
    const allowance = await chain().readContract({
      address: dollar,
      abi: token,
      functionName: 'allowance',
      args: [address, spender],
    })
    expect(allowance).toBe(amount)
    const tooMuch = { address: dollar, abi, functionName: 'transfer', args: [spender, 10n ** 30n] }
    await expect(actions.writeContract(latchkey, tooMuch)).rejects.toMatchObject({
      code: 'UNKNOWN_FAILURE',
      step: 'send',
    })
    latchkey.destroy()
  })

  it('F-30: more coins than there are → GAS_TOO_LOW, from the node itself', async () => {
    const { latchkey } = await connect(createAdapter)
    const request = { to: silent, value: parseEther('1000000') }
    await expect(actions.estimateGas(latchkey, request)).rejects.toMatchObject({ code: 'GAS_TOO_LOW' })
    await expect(actions.sendTransaction(latchkey, request)).rejects.toMatchObject({ code: 'GAS_TOO_LOW' })
    latchkey.destroy()
  })

  it('F-18: carries out a batch one by one where the wallet has none and the site allows it, and finds its receipts', async () => {
    const { latchkey } = await connect(createAdapter)
    const calls = [
      { to: silent, value: 1n },
      { to: silent, data: '0x01' },
    ] as const
    const { id } = await actions.sendCalls(latchkey, { calls, allowOneByOne: true })
    // 100 until the node has both receipts, which it may have later than the block.
    const { receipts, ...status } = await vi.waitFor(async () => {
      const found = await actions.fetchCallsStatus(latchkey, id)
      expect(found.status).not.toBe(100)
      return found
    })
    expect(status).toEqual({ id, status: 200, atomic: false })
    const mined = await Promise.all(receipts.map(({ transactionHash }) => settle(transactionHash)))
    expect(mined.map(({ status: each }) => each)).toEqual(['success', 'success'])
    latchkey.destroy()
  })

  it('switches the network; balance and gas are of the new one', async () => {
    const { latchkey, address } = await connect(createAdapter)
    await latchkey.switchNetwork(`eip155:${there.chainId}`)
    const client = createPublicClient({ transport: http(there.url) })
    const balance = await actions.fetchBalance(latchkey)
    expect(balance.value).toBe(await client.getBalance({ address }))
    const hash = await actions.send(latchkey, { to: silent, amount: 1n })
    expect((await readReceipt(client, hash)).status).toBe('success')
    expect(await client.getBalance({ address: silent })).toBeGreaterThan(0n)
    latchkey.destroy()
  })
})

describe('what a site gets of its own library', () => {
  it('ethers 6: a provider and a signer per use, without a prompt, that are right after a switch too', async () => {
    const { latchkey, wallet, address } = await connect(ethers({ library: library6 }))
    const before = wallet.calls.length
    const provider = getEthersProvider(latchkey, library6)
    const signer = getEthersSigner(latchkey, library6)
    expectTypeOf(provider).toEqualTypeOf<library6.BrowserProvider | undefined>()
    expectTypeOf(signer).toEqualTypeOf<library6.JsonRpcSigner | undefined>()
    expect(Number((await provider?.getNetwork())?.chainId)).toBe(here.chainId)
    const signature = (await signer?.signMessage('hello')) as Hex
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(wallet.calls.slice(before).map(({ method }) => method)).not.toContain('eth_requestAccounts')
    await latchkey.switchNetwork(`eip155:${there.chainId}`)
    expect(Number((await getEthersProvider(latchkey, library6)?.getNetwork())?.chainId)).toBe(there.chainId)
    const sent = await getEthersSigner(latchkey, library6)?.sendTransaction({ to: silent, value: 1n })
    expect((await sent?.wait())?.status).toBe(1)
    await latchkey.disconnect()
    expect([getEthersProvider(latchkey, library6), getEthersSigner(latchkey, library6)]).toEqual([undefined, undefined])
    latchkey.destroy()
  })

  it('ethers 5: the same', async () => {
    const { latchkey, wallet, address } = await connect(ethers5({ library: library5 }))
    const before = wallet.calls.length
    const provider = getEthers5Provider(latchkey, library5)
    const signer = getEthers5Signer(latchkey, library5)
    expectTypeOf(provider).toEqualTypeOf<library5.providers.Web3Provider | undefined>()
    expectTypeOf(signer).toEqualTypeOf<library5.providers.JsonRpcSigner | undefined>()
    expect((await provider?.getNetwork())?.chainId).toBe(here.chainId)
    const signature = (await signer?.signMessage('hello')) as Hex
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(wallet.calls.slice(before).map(({ method }) => method)).not.toContain('eth_requestAccounts')
    await latchkey.disconnect()
    expect(getEthers5Signer(latchkey, library5)).toBeUndefined()
    latchkey.destroy()
  })
})
