import { expect, it } from 'vitest'
import { type BitcoinWalletKind, createScriptedBitcoinWallet } from './createScriptedBitcoinWallet.ts'
import { createScriptedPolkadotWallet } from './createScriptedPolkadotWallet.ts'

/** What a page keeps across its loads. */
function createMemory() {
  const kept = new Map<string, string>()
  return { get: () => kept.get('permission') ?? null, set: (value: string) => void kept.set('permission', value) }
}

type Unisat = { requestAccounts(): Promise<string[]>; getAccounts(): Promise<string[]>; disconnect(): Promise<void> }

it('a Bitcoin wallet with a memory shares its accounts after the next page load, until it is left', async () => {
  const storage = createMemory()
  const load = () => createScriptedBitcoinWallet({ kind: 'unisat' satisfies BitcoinWalletKind, storage })
  const first = load().provider as Unisat
  expect(await first.getAccounts()).toEqual([])
  await first.requestAccounts()
  const second = load().provider as Unisat
  expect(await second.getAccounts()).toHaveLength(1)
  await second.disconnect()
  expect(await (load().provider as Unisat).getAccounts()).toEqual([])
})

it('a Polkadot wallet with a memory opens for a page that it let in before, and asks nobody', async () => {
  const storage = createMemory()
  await createScriptedPolkadotWallet({ storage }).provider.enable('shop.test')
  const asked: string[] = []
  const approve = async ({ method }: { method: string }) => {
    asked.push(method)
    return false
  }
  await createScriptedPolkadotWallet({ storage, approve }).provider.enable('shop.test')
  expect(asked).toEqual([])
  await expect(createScriptedPolkadotWallet({ approve }).provider.enable('shop.test')).rejects.toThrow('not allowed')
})
