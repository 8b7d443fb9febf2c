/** How an EVM adapter connects, asks quietly, restores, hears and leaves. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { drill } from '../../testing/index.ts'
import { ADDRESS, type Company, codeOf, count, FIRST, first, list, type Plays, playPage } from './evmPageContract.ts'

/** Runs this part of the contract over one adapter. */
export function describeConnection(
  name: string,
  { createAdapter, play, playConnected }: Plays,
  { idle = 0, connected = 0, takesBareEvents = true }: Company,
): void {
  describe(`${name}: connecting`, () => {
    it('gives checksummed accounts and where the wallet is, also where the site is not', async () => {
      const { connect, connector, adapter } = play({
        script: { eth_requestAccounts: [drill.ok([ADDRESS.toLowerCase()])], eth_chainId: [drill.ok('137')] },
      })
      expect(await connect()).toEqual({
        connector,
        accounts: [{ address: ADDRESS, type: 'eoa' }],
        networkId: 'eip155:137',
        provider: connector.provider,
      })
      expect(adapter.namespace).toBe('eip155')
    })

    it('puts the wanted account first where the wallet shares it', async () => {
      const page = play()
      const other = page.wallet.addAccount()
      const wanted = await page.adapter.connect(page.connector, { network: FIRST, address: other.toLowerCase() })
      expect(wanted.accounts.map(({ address }) => address)).toEqual([other, ADDRESS])
      const unknown = await page.adapter.connect(page.connector, { network: FIRST, address: `0x${'1'.repeat(40)}` })
      expect(unknown.accounts[0]?.address).toBe(ADDRESS)
    })

    it('F-02: a prompt that is already open → PROMPT_PENDING', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.no(-32002, 'already pending')] } })
      expect(await codeOf(page.connect())).toBe('PROMPT_PENDING')
    })

    it.each([[[]], ['0x1'], [null], [undefined], [{ accounts: [] }], [['nobody']]])(
      'F-08: shares no account, as %o → ACCOUNT_NOT_SHARED',
      async (answer) => {
        const page = play({ script: { eth_requestAccounts: [drill.ok(answer)] } })
        expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
      },
    )

    it('throws a text → UNKNOWN_FAILURE with the text as its cause', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.throw('boom')] } })
      await expect(page.connect()).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', cause: 'boom', step: 'connect' })
    })
  })

  describe(`${name}: probing`, () => {
    const signal = () => new AbortController().signal

    it('a wallet that answers is alive, also one that answers with a coded error', async () => {
      const page = play({
        script: { eth_chainId: [drill.ok('0x1'), drill.no(4100), drill.throw(new Error('context invalidated'))] },
      })
      const probe = page.adapter.probe(page.connector)
      expect([await probe.isAlive(signal()), await probe.isAlive(signal()), await probe.isAlive(signal())]).toEqual([
        true,
        true,
        false,
      ])
    })

    it('F-05: a wallet that hangs is not alive; the question ends with its signal', async () => {
      const page = play()
      page.wallet.answerAlways('*', drill.hang)
      const controller = new AbortController()
      const asking = page.adapter.probe(page.connector).isAlive(controller.signal)
      controller.abort()
      expect(await asking).toBe(false)
    })

    it('F-01: tells a lock where the wallet can, and nothing where it cannot', async () => {
      const page = play()
      const probe = page.adapter.probe(page.connector)
      expect(await probe.isUnlocked(signal())).toBe(true)
      page.wallet.lock()
      expect(await probe.isUnlocked(signal())).toBe(false)
      const { request } = page.wallet.provider
      const mute = page.adapter.probe({ ...page.connector, provider: { request } })
      expect(await mute.isUnlocked(signal())).toBeUndefined()
    })

    it('reads accounts without a prompt', async () => {
      const page = await playConnected()
      expect(await page.adapter.probe(page.connector).getAccounts(signal())).toEqual([ADDRESS])
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })
  })

  describe(`${name}: restoring`, () => {
    it('F-54: restores without ever prompting', async () => {
      const page = await playConnected()
      const again = await page.adapter.reconnect(page.connector, { connectorId: 'dev.drill', networkId: 'eip155:1' })
      expect(again).toEqual(page.connection)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it('gives null when the wallet shares nothing any more, or is locked', async () => {
      const page = await playConnected()
      page.wallet.lock()
      const saved = { connectorId: 'dev.drill', networkId: 'eip155:1' } as const
      expect(await page.adapter.reconnect(page.connector, saved)).toBeNull()
      page.wallet.unlock()
      page.wallet.forgetPage()
      expect(await page.adapter.reconnect(page.connector, saved)).toBeNull()
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it('names what goes wrong', async () => {
      const page = play({ script: { eth_accounts: [drill.no(4100)] } })
      const restoring = page.adapter.reconnect(page.connector, { connectorId: 'dev.drill', networkId: 'eip155:1' })
      await expect(restoring).rejects.toMatchObject({ code: 'ACCOUNT_NOT_SHARED', step: 'restore' })
    })

    it('SEC-89: of two lookalikes restores only the one that still has the visitor’s account', async () => {
      const page = playPage(createAdapter)
      const mine = page.add()
      const copy = page.add({ privateKey: undefined })
      const saved = { connectorId: 'dev.drill', networkId: 'eip155:1', address: mine.getAddress() } as const
      for (const wallet of [mine, copy]) await wallet.provider.request({ method: 'eth_requestAccounts' })
      const restored = await Promise.all(
        list(page.adapter).map((connector) => page.adapter.reconnect(connector, saved)),
      )
      expect(restored.map((connection) => connection?.accounts[0]?.address)).toEqual([mine.getAddress(), undefined])
      const [, second] = list(page.adapter)
      if (!second) throw new Error('no second connector')
      const chosen = await page.adapter.reconnect(second, { connectorId: second.id, networkId: 'eip155:1' })
      expect(chosen?.accounts[0]?.address).toBe(copy.getAddress())
    })
  })

  describe(`${name}: hearing a connected wallet`, () => {
    it('tells of another account, checksummed, the active one first', async () => {
      const page = await playConnected()
      const other = page.wallet.addAccount()
      page.wallet.selectAccount(other)
      expect(page.heard).toEqual([
        {
          accounts: [
            { address: other, type: 'eoa' },
            { address: ADDRESS, type: 'eoa' },
          ],
        },
      ])
    })

    it('takes an empty list for the visitor’s own end', async () => {
      const page = await playConnected()
      page.wallet.forgetPage()
      expect(page.heard).toEqual([{ ended: 'user' }])
    })

    const itHears = takesBareEvents ? it : () => undefined
    itHears('reads the accounts anew when the event carries none', async () => {
      const page = await playConnected()
      page.wallet.emit('accountsChanged', undefined)
      await vi.waitFor(() => expect(page.heard).toEqual([{ accounts: [{ address: ADDRESS, type: 'eoa' }] }]))
    })

    it.each(['0xa', '10', 10])('tells of a network written as %o', async (value) => {
      const page = await playConnected()
      page.wallet.emit('chainChanged', value)
      page.wallet.emit('chainChanged', 'nonsense')
      expect(page.heard).toEqual([{ networkId: 'eip155:10' }])
    })

    it('F-04: does not believe a disconnect while the accounts are still there', async () => {
      const page = await playConnected()
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(10_000)
      expect(page.heard).toEqual([])
      expect(page.clock.countTimers()).toBe(0)
    })

    it('F-04: a wallet that is silent after a disconnect and comes back within 3 s has not ended', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_accounts', drill.hang)
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(2_500)
      page.wallet.answerAlways('eth_accounts', undefined)
      page.wallet.emit('connect', { chainId: '0x1' })
      await page.clock.advance(10_000)
      expect(page.heard).toEqual([{ networkId: 'eip155:1' }])
    })

    it('F-04: vanishes → ended once, by the wallet, after 3 s and a probe', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('*', drill.hang)
      page.wallet.emit('disconnect', { code: 1013 })
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(4_999)
      expect(page.heard).toEqual([])
      await page.clock.advance(1)
      expect(page.heard).toEqual([{ ended: 'wallet' }])
    })

    it('believes a disconnect at once when the accounts are gone', async () => {
      const page = await playConnected({ script: { eth_accounts: [drill.ok([])] } })
      page.wallet.emit('disconnect', { code: 4900 })
      await page.clock.advance(0)
      expect(page.heard).toEqual([{ ended: 'wallet' }])
    })

    it('hears nothing once stopped, also from a wallet that cannot drop listeners', async () => {
      const page = playPage(createAdapter)
      const listeners: ((value: unknown) => void)[] = []
      const provider = {
        request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [ADDRESS]),
        on: (_event: string, listener: (value: unknown) => void) => void listeners.push(listener),
      }
      const detail = { info: { name: 'Old', rdns: 'dev.old', uuid: 'u', icon: '' }, provider }
      const stopFinding = page.adapter.watchConnectors(() => {})
      page.walletWindow.addEventListener('eip6963:requestProvider', () =>
        page.walletWindow.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
      const connection = await page.adapter.connect(first(page.adapter), { network: FIRST })
      const heard: unknown[] = []
      const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
      stop()
      stopFinding()
      for (const listener of listeners) listener([])
      expect(heard).toEqual([])
    })

    it('a wallet that throws when it is listened to, or when nobody listens any more, stays connected', async () => {
      const page = await playConnected()
      page.stop()
      const fail = () => {
        throw new Error('no ears')
      }
      const { request } = page.wallet.provider
      for (const members of [{ on: fail }, { on: () => undefined, removeListener: fail }]) {
        const provider = { request, ...members }
        const connection = { ...page.connection, connector: { ...page.connector, provider }, provider }
        page.adapter.watchConnection(connection, () => {})()
      }
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
    })

    it('leaves no listener behind after 100 rounds of connecting, hearing, switching and leaving', async () => {
      const page = play()
      for (let round = 0; round < 100; round += 1) {
        const connection = await page.connect()
        const stop = page.adapter.watchConnection(connection, () => {})
        await page.adapter.switchNetwork(connection, FIRST)
        expect(page.wallet.countListeners()).toBe(4 + connected)
        stop()
        await page.adapter.disconnect(connection)
      }
      expect(page.wallet.countListeners()).toBe(idle)
      expect(page.clock.countTimers()).toBe(0)
    })
  })

  describe(`${name}: leaving`, () => {
    it('takes the permission back', async () => {
      const page = await playConnected()
      await page.adapter.disconnect(page.connection)
      expect(await page.wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    })

    it('waits 100 ms for a wallet that does not answer, and minds no error', async () => {
      const page = await playConnected({
        script: { wallet_revokePermissions: [drill.hang, drill.no(-32601), drill.throw('no')] },
      })
      // wagmi waits by the timers of the platform, and on a busy machine 100 ms go by between two lines of a test.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const pass = async (ms: number) => {
        await page.clock.advance(ms)
        await vi.advanceTimersByTimeAsync(ms)
      }
      let isOver = false
      const leaving = page.adapter.disconnect(page.connection).then(() => {
        isOver = true
      })
      while (count(page.wallet, 'wallet_revokePermissions') === 0) await pass(0)
      await pass(99)
      expect(isOver).toBe(false)
      await pass(1)
      await leaving
      await page.adapter.disconnect(page.connection)
      await page.adapter.disconnect(page.connection)
    })
  })
}
