import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { readReceipt } from '../../../testing/src/readReceipt.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions, WalletError } from './index.ts'

/** The first account of anvil's default mnemonic, which it gives 10,000 coins. */
const RICH_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

let chain: Anvil
let second: Anvil
beforeAll(async () => {
  ;[chain, second] = await Promise.all([startAnvil(), startAnvil({ chainId: 31_338 })])
})
afterAll(() => Promise.all([chain.stop(), second.stop()]))

const make = (options: Partial<ScriptedWalletOptions> = {}) =>
  createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.latchkey.drill',
    rpcUrl: chain.url,
    chainId: chain.chainId,
    privateKey: RICH_KEY,
    ...options,
  })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof WalletError ? error.code : error),
  )

describe('createScriptedWallet', () => {
  it('announces itself at once and at each request, frozen, and falls silent when stopped', () => {
    const target = new EventTarget()
    const heard: unknown[] = []
    target.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent).detail))
    const wallet = make()
    const stop = wallet.announce(target)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveLength(2)
    expect(heard[0]).toEqual({ info: wallet.info, provider: wallet.provider })
    expect(Object.isFrozen(heard[0])).toBe(true)
  })

  it('shares no account before its owner said yes, and then without asking again', async () => {
    const asked: string[] = []
    const wallet = make({
      approve: async ({ method }) => {
        asked.push(method)
        return true
      },
    })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([wallet.getAddress()])
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([wallet.getAddress()])
    expect(asked).toEqual(['eth_requestAccounts'])
  })

  it('rejects with 4001 and the words of its owner when the owner says no', async () => {
    const wallet = make({ approve: async () => 'not today' })
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4001,
      message: 'not today',
    })
  })

  it('rejects a second question for accounts with -32002 while the first one is open', async () => {
    let say: (yes: boolean) => void = () => {}
    const wallet = make({ approve: () => new Promise((resolve) => (say = resolve)) })
    const first = wallet.provider.request({ method: 'eth_requestAccounts' })
    expect(await codeOf(wallet.provider.request({ method: 'eth_requestAccounts' }))).toBe(-32002)
    say(true)
    expect(await first).toEqual([wallet.getAddress()])
  })

  it('signs a text that another library verifies, and nothing for an account that the page may not see', async () => {
    const wallet = make()
    const address = wallet.getAddress()
    const sign = { method: 'personal_sign', params: ['0x68656c6c6f', address] }
    expect(await codeOf(wallet.provider.request(sign))).toBe(4100)
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const signature = (await wallet.provider.request(sign)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  })

  it('really sends a transaction to the chain', async () => {
    const wallet = make()
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const to = '0x00000000000000000000000000000000000000aa'
    const client = createPublicClient({ transport: http(chain.url) })
    const before = await client.getBalance({ address: to })
    const transaction = { from: wallet.getAddress(), to, value: '0xde0b6b3a7640000' }
    const hash = (await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [transaction],
    })) as `0x${string}`
    const receipt = await readReceipt(client, hash)
    expect(receipt.status).toBe('success')
    expect(receipt.type).toBe('eip1559')
    expect((await client.getBalance({ address: to })) - before).toBe(parseEther('1'))
  })

  it('forwards reads to its node and has no method that it does not know', async () => {
    const wallet = make()
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
    expect(await codeOf(wallet.provider.request({ method: 'wallet_sendCalls' }))).toBe(4200)
    expect(await codeOf(wallet.provider.request({ method: 'eth_sign', params: [] }))).toBe(4200)
  })

  it('does not know a chain before it was added, and checks what it adds', async () => {
    const wallet = make()
    const heard: unknown[] = []
    wallet.provider.on('chainChanged', (value) => heard.push(value))
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const switching = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] }
    expect(await codeOf(wallet.provider.request(switching))).toBe(4902)
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
    const add = (rpcUrls: unknown) =>
      wallet.provider.request({
        method: 'wallet_addEthereumChain',
        params: [{ chainId: '0x7a6a', chainName: 'Second', rpcUrls, nativeCurrency }],
      })
    expect(await codeOf(add([chain.url]))).toBe(-32602)
    expect(await codeOf(add([[second.url]]))).toBe(-32602)
    expect(await add([second.url])).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    wallet.switchChain(31_337)
    expect(heard).toEqual(['0x7a6a', '0x7a69'])
  })

  it('answers by its script, one answer a call, and then really', async () => {
    const wallet = make({
      script: {
        eth_chainId: [drill.ok('0x1'), drill.no(-32603, 'broken'), drill.throw('just a text'), drill.late(1, '0x5')],
      },
    })
    const ask = () => wallet.provider.request({ method: 'eth_chainId' })
    expect(await ask()).toBe('0x1')
    expect(await codeOf(ask())).toBe(-32603)
    expect(await codeOf(ask())).toBe('just a text')
    expect(await ask()).toBe('0x5')
    expect(await ask()).toBe('0x7a69')
    expect(wallet.calls).toHaveLength(5)
  })

  it('locked, it shares nothing and a page waits; unlocked, the page is answered', async () => {
    const wallet = make()
    wallet.lock()
    const asking = wallet.provider.request({ method: 'eth_requestAccounts' })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.provider._metamask.isUnlocked()).toBe(false)
    wallet.unlock()
    expect(await asking).toEqual([wallet.getAddress()])
  })

  it('tells the page of a chosen account, of a lock and of the end of its permission', async () => {
    const wallet = make()
    const first = wallet.getAddress()
    const heard: unknown[] = []
    wallet.provider.on('accountsChanged', (value) => heard.push(value))
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const other = wallet.addAccount()
    wallet.selectAccount(other)
    wallet.lock()
    wallet.unlock()
    wallet.forgetPage()
    expect(heard).toEqual([[other, first], [], [other, first], []])
  })

  it('remembers permission, chain and chosen account across page loads', async () => {
    let kept: string | undefined
    const storage = {
      get: () => kept,
      set: (value: string) => {
        kept = value
      },
    }
    await make({ storage }).provider.request({ method: 'eth_requestAccounts' })
    const reloaded = make({ storage, approve: async () => false })
    expect(await reloaded.provider.request({ method: 'eth_accounts' })).toEqual([reloaded.getAddress()])
  })
})
