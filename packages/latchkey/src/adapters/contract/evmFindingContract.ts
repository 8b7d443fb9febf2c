/** How an EVM adapter finds wallets. */
import { describe, expect, it } from 'vitest'
import { FIRST, list, type Plays, playPage } from './evmPageContract.ts'

/** Runs this part of the contract over one adapter. */
export function describeFinding(name: string, { createAdapter, play }: Plays): void {
  describe(`${name}: finding wallets`, () => {
    it('tells of those that are here, and of each that comes later', () => {
      const page = playPage(createAdapter)
      page.add()
      const heard: string[][] = []
      const stop = page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id }) => id)))
      page.add({ rdns: 'dev.late' })
      stop()
      page.add({ rdns: 'dev.unheard' })
      expect(heard).toEqual([['dev.drill'], ['dev.drill', 'dev.late']])
    })

    it('asks the page again for each new listener, so that a wallet that was missed is found', () => {
      const page = playPage(createAdapter)
      const stop = page.adapter.watchConnectors(() => {})
      let asked = 0
      page.walletWindow.addEventListener('eip6963:requestProvider', () => {
        asked += 1
      })
      list(page.adapter)
      expect(asked).toBe(1)
      stop()
    })

    it('F-06, SEC-89: two objects with one rdns are two connectors with a notice, and only the chosen one is called', async () => {
      const page = playPage(createAdapter)
      const mine = page.add({ name: 'Mine' })
      const copy = page.add({ name: 'Copy', privateKey: undefined })
      const connectors = list(page.adapter)
      expect(connectors.map(({ id, isLookalike }) => [id, isLookalike])).toEqual([
        ['dev.drill', true],
        ['dev.drill#2', true],
      ])
      const [chosen] = connectors
      if (!chosen) throw new Error('no connector')
      const connection = await page.adapter.connect(chosen, { network: FIRST })
      expect(connection.accounts[0]?.address).toBe(mine.getAddress())
      expect(copy.calls).toEqual([])
    })

    it('F-06: never calls a global object beside an announced wallet, nor lists it', async () => {
      let calls = 0
      const impostor = {
        isMetaMask: true,
        request: async () => {
          calls += 1
        },
        on: () => {
          calls += 1
        },
      }
      const page = play({}, impostor)
      await page.connect()
      expect(list(page.adapter).map(({ type }) => type)).toEqual(['ANNOUNCED'])
      expect(calls).toBe(0)
    })

    it('lists the global object as the browser wallet only while none is announced', () => {
      const page = playPage(createAdapter, { request: async () => null })
      const heard: unknown[][] = []
      page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id, type }) => [id, type])))
      page.add()
      expect(heard).toEqual([[['injected', 'INJECTED']], [['dev.drill', 'ANNOUNCED']]])
    })

    it('finds a global object that is put in place late', () => {
      const page = playPage(createAdapter)
      const heard: number[] = []
      page.adapter.watchConnectors((connectors) => heard.push(connectors.length))
      Object.assign(page.walletWindow, { ethereum: { request: async () => null } })
      page.walletWindow.dispatchEvent(new Event('ethereum#initialized'))
      expect(heard).toEqual([0, 1])
    })

    it('lists nothing on a server', () => {
      const { services } = playPage(createAdapter)
      expect(list(createAdapter({ networks: [FIRST], services: { ...services, walletWindow: null } }))).toEqual([])
    })
  })
}
