/** How an EVM adapter moves a wallet to another network. */
import { describe, expect, it, vi } from 'vitest'
import { drill, type ScriptedWalletOptions } from '../../testing/index.ts'
import { type Company, codeOf, count, OTHER, type Plays, playNetwork } from './evmPageContract.ts'

/** Runs this part of the contract over one adapter. */
export function describeNetwork(name: string, { playConnected }: Plays, { connected = 0, reads = 0 }: Company): void {
  describe(`${name}: switching the network`, () => {
    const known = { chains: [{ chainId: 10, name: 'Ten', rpcUrl: 'https://node-10.test' }] }
    const switching = async (options: Partial<ScriptedWalletOptions>, network = OTHER) => {
      const page = await playConnected(options)
      const moving = page.adapter.switchNetwork(page.connection, network)
      const code = codeOf(moving)
      return { ...page, moving, code }
    }
    const UNKNOWN = 'Unrecognized chain ID "0xa". Try adding the chain first.'

    it('asks in lower-case hexadecimal, and the wallet moves', async () => {
      const page = await switching(known)
      await page.moving
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([
        { chainId: '0xa' },
      ])
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.heard).toEqual([{ networkId: 'eip155:10' }])
    })

    it.each([
      ['4902', drill.no(4902)],
      ['4902 inside -32603', drill.no(-32603, 'Internal error', { originalError: { code: 4902 } })],
      ['5000 with its text', drill.no(5000, UNKNOWN)],
      ['-32603 with its text', drill.no(-32603, UNKNOWN)],
      ['32603 with its text', drill.no(32603, UNKNOWN)],
      ['4200 with its text', drill.no(4200, UNKNOWN)],
    ])('F-25: %s means unknown: the network is added once, with public addresses in a flat list', async (_, answer) => {
      const page = await switching({ script: { wallet_switchEthereumChain: [answer] } })
      await page.moving
      expect(page.wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')).toEqual([
        {
          method: 'wallet_addEthereumChain',
          params: [
            {
              chainId: '0xa',
              chainName: 'Chain 10',
              nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
              rpcUrls: ['https://node-10.test'],
              blockExplorerUrls: ['https://scan.test'],
            },
          ],
        },
      ])
      expect(await page.wallet.provider.request({ method: 'eth_chainId' })).toBe('0xa')
    })

    it('sends no explorer where there is none', async () => {
      const page = await switching({}, playNetwork(11))
      await page.moving
      const added = page.wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params[0]
      expect(Object.keys(added as object)).not.toContain('blockExplorerUrls')
    })

    it('switches after adding where the wallet adds without moving', async () => {
      const page = await switching({
        ...known,
        script: { wallet_switchEthereumChain: [drill.no(4902)], wallet_addEthereumChain: [drill.ok(null)] },
      })
      await page.moving
      expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(2)
      expect(await page.wallet.provider.request({ method: 'eth_chainId' })).toBe('0xa')
    })

    it.each([
      ['4001', drill.no(4001, UNKNOWN), 'USER_REJECTED'],
      ['5000 without the text', drill.no(5000, 'User rejected'), 'USER_REJECTED'],
      ['-32002', drill.no(-32002), 'PROMPT_PENDING'],
      ['-32603 without the text', drill.no(-32603, 'Internal error'), 'UNKNOWN_FAILURE'],
      ['32603 without the text', drill.no(32603, 'Internal error'), 'UNKNOWN_FAILURE'],
      ['4200 without the text', drill.no(4200), 'SWITCH_NOT_APPLIED'],
      ['-32601', drill.no(-32601), 'SWITCH_NOT_APPLIED'],
      ['-32602', drill.no(-32602), 'SWITCH_NOT_APPLIED'],
    ])('%s never adds', async (_, answer, code) => {
      const page = await switching({ script: { wallet_switchEthereumChain: [answer] } })
      expect(await page.code).toBe(code)
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.wallet.countListeners()).toBe(4 + connected)
    })

    it.each([
      ['4001', drill.no(4001), 'USER_REJECTED'],
      ['-32602', drill.no(-32602), 'ADD_CHAIN_INVALID'],
      ['-32601', drill.no(-32601), 'CHAIN_NOT_IN_WALLET'],
      ['4200', drill.no(4200), 'CHAIN_NOT_IN_WALLET'],
      ['-32002', drill.no(-32002), 'PROMPT_PENDING'],
    ])('adding is answered with %s: one prompt, and no further switch', async (_, answer, code) => {
      const page = await switching({ script: { wallet_addEthereumChain: [answer] } })
      expect(await page.code).toBe(code)
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(1)
      expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(1)
    })

    it.each([
      ['no https address', { rpcUrls: { default: { http: ['http://node-10.test'] } } }, 'rpcUrls'],
      ['an address of another chain', { rpcUrls: { default: { http: ['https://node-5.test'] } } }, 'rpcUrls'],
      ['no symbol', { nativeCurrency: { name: 'X', symbol: '', decimals: 18 } }, 'nativeCurrency.symbol'],
      [
        'a symbol too long',
        { nativeCurrency: { name: 'X', symbol: 'XXXXXXX', decimals: 18 } },
        'nativeCurrency.symbol',
      ],
    ])('F-27: a network with %s is not put to the wallet', async (_, changes, field) => {
      const page = await switching({}, playNetwork(10, changes))
      expect(await page.code).toBe('ADD_CHAIN_INVALID')
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.log.join()).toContain(field)
    })

    it.each(['S', 'XXXXXX'])('F-27: a coin with the symbol %s can be added', async (symbol) => {
      const nativeCurrency = { name: 'Sonic', symbol, decimals: 18 }
      const page = await switching({}, playNetwork(10, { nativeCurrency }))
      await page.moving
      const [added] = page.wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')
      expect(added?.params[0]).toMatchObject({ nativeCurrency })
    })

    it('SEC-92: an address that answers for another chain is not given to the wallet', async () => {
      const http = ['https://node-5.test', 'https://node-10.test', 'http://node-10.test']
      const page = await switching({}, playNetwork(10, { rpcUrls: { default: { http } } }))
      await page.moving
      const [added] = page.wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')
      expect(added?.params[0]).toMatchObject({ rpcUrls: ['https://node-10.test'] })
    })

    it('F-26: said yes and did not move → SWITCH_NOT_APPLIED after 3 s of looking', async () => {
      const page = await switching({ script: { wallet_switchEthereumChain: [drill.ok(null)] } })
      let code: unknown
      page.code.then((value) => {
        code = value
      })
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(2_999)
      expect(code).toBeUndefined()
      await page.clock.advance(501)
      expect(code).toBe('SWITCH_NOT_APPLIED')
      expect(page.clock.countTimers()).toBe(0)
    })

    it('F-26: moved without an event → success by reading', async () => {
      const page = await switching({
        script: {
          wallet_switchEthereumChain: [drill.ok(null)],
          eth_chainId: [...Array.from({ length: 2 + reads }, () => drill.ok('0x1')), drill.ok('0xa')],
        },
      })
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(500)
      await page.moving
      expect(count(page.wallet, 'eth_chainId')).toBe(3 + reads)
    })

    it('F-26: moved without an answer → success by the event', async () => {
      const page = await switching({ script: { wallet_switchEthereumChain: [drill.hang] } })
      await vi.waitFor(() => expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(1))
      page.wallet.emit('chainChanged', '0xa')
      await page.moving
      expect(page.wallet.countListeners()).toBe(4 + connected)
    })
  })
}
