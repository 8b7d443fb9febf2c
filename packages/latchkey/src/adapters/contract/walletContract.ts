/**
 * What every adapter of every family owes the core, played against a scripted wallet in each state a wallet can be in: locked,
 * empty, refusing, silent, throwing, late, gone, there twice, and hostile. What is of one family alone stands in its own tests.
 */
import { describe, expect, it, vi } from 'vitest'
import type { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import { isLatchkeyError } from '../../core/errors/LatchkeyError.ts'
import type { Adapter, ConnectionChange, Connector } from '../../core/types/adapter.ts'
import type { Network } from '../../core/types/network.ts'
import { type Answer, drill } from '../../testing/drill.ts'

/** What a wallet's owner says: yes by default. */
export type Owner = { says: () => Promise<boolean>; asked: number }

/** One wallet of a family on a page of its own, with the levers that every family has. */
export type Stage = {
  readonly adapter: Adapter
  readonly services: ReturnType<typeof createFakeServices>
  readonly network: Network
  /** What opens the wallet, and what has it sign, as the wallet calls it. */
  readonly opens: string
  readonly signs: string
  /** Puts the wallet into the page. Returns the way to vanish. */
  readonly install: () => () => void
  readonly wallet: {
    readonly answer: (method: string, ...answers: readonly Answer[]) => void
    readonly lock: () => void
    readonly unlock: () => void
    readonly countListeners: () => number
  }
  /** How often the wallet was asked for one thing. */
  readonly count: (method: string) => number
  /** From now on the wallet shares no account when it is opened. */
  readonly shareNothing: () => void
  /** The owner picks another account. */
  readonly changeAccount: () => void
  /** Tells the page's listeners of accounts, with any value. */
  readonly emit: (value: unknown) => void
}

/** A family, or one kind of wallet in it. */
export type Family = {
  readonly setStage: (owner: Owner) => Stage
  /** What a wallet that refuses to open is called, and one that shares nothing. */
  readonly refusal?: string | undefined
  readonly emptiness?: string | undefined
  /** Listeners that a host's library keeps on a wallet that nobody hears. */
  readonly idle?: number | undefined
  /** False where a host's library itself fails on an event without its value. */
  readonly takesBareEvents?: boolean | undefined
}

/** An object that throws whatever is done with it. */
const trap: object = new Proxy(
  {},
  Object.fromEntries(
    Reflect.ownKeys(Reflect)
      .filter((name) => typeof name === 'string')
      .map((name) => [
        name,
        () => {
          throw new Error('trap')
        },
      ]),
  ),
)

const ODD_ERRORS: readonly (readonly [string, unknown])[] = [
  ['a text', 'boom'],
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['an empty object', {}],
  ['a code that is none', { code: { toString: () => trap }, message: 7 }],
  ['an object that throws when it is read', trap],
  ['a circle', Object.assign(new Error('circle'), { cause: undefined, code: NaN })],
]

const ODD_ANSWERS: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['an empty text', ''],
  ['an empty object', {}],
  ['a list of nothing', [null, undefined, 7, '', {}]],
  ['a list of objects', [{ address: { toString: () => 'x' } }]],
  ['accounts that are none', { accounts: [{ address: 7 }, null, 'x'], addresses: 7 }],
  ['a list that throws', { accounts: trap, addresses: trap }],
  ['a list of what throws', [trap]],
]

/** Events that say nothing. An empty list is not among them: it says that all is over. */
const ODD_EVENTS: readonly unknown[] = [undefined, null, 7, 'x', {}, [null], [{ address: 7 }], [trap], trap]

function first(adapter: Adapter): Connector {
  const [connector] = list(adapter)
  if (!connector) throw new Error('no connector')
  return connector
}

function list(adapter: Adapter): readonly Connector[] {
  let known: readonly Connector[] = []
  adapter.watchConnectors((connectors) => {
    known = connectors
  })()
  return known
}

/** The code that a promise rejects with, of an error of ours. */
async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (isLatchkeyError(error) ? error.code : 'no error of ours'),
  )
}

/** Runs the contract over one family. */
export function describeWallet(name: string, family: Family): void {
  const { refusal = 'USER_REJECTED', emptiness = 'ACCOUNT_NOT_SHARED', idle = 0, takesBareEvents = true } = family

  const play = () => {
    const owner: Owner = { says: async () => true, asked: 0 }
    const stage = family.setStage(owner)
    const vanish = stage.install()
    const connector = first(stage.adapter)
    const connect = (signal?: AbortSignal) => stage.adapter.connect(connector, { network: stage.network, signal })
    const countOpened = () => stage.count(stage.opens)
    return { ...stage, owner, vanish, connector, connect, countOpened }
  }
  const playConnected = async () => {
    const page = play()
    const connection = await page.connect()
    const heard: ConnectionChange[] = []
    const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
    await vi.waitFor(() => expect(page.wallet.countListeners()).toBeGreaterThan(idle))
    const sign = () => page.adapter.signMessage(connection, 'hello')
    return { ...page, connection, heard, stop, sign }
  }

  describe(`${name}: a wallet in every state`, () => {
    it('locked → waits, and goes on by itself when it is unlocked; it was opened once', async () => {
      const page = play()
      page.wallet.lock()
      const connecting = page.connect()
      await vi.waitFor(() => expect(page.countOpened()).toBe(1))
      page.wallet.unlock()
      expect((await connecting).accounts.length).toBeGreaterThan(0)
      expect(page.countOpened()).toBe(1)
    })

    it(`empty → ${emptiness}`, async () => {
      const page = play()
      page.shareNothing()
      expect(await codeOf(page.connect())).toBe(emptiness)
    })

    it(`refuses → ${refusal}, after one request; a second try is a new question`, async () => {
      const page = play()
      page.owner.says = async () => false
      expect(await codeOf(page.connect())).toBe(refusal)
      expect(page.countOpened()).toBe(1)
      page.owner.says = async () => true
      expect((await page.connect()).accounts.length).toBeGreaterThan(0)
    })

    it('hangs → stays open until the caller aborts, then rejects with the caller’s reason', async () => {
      const page = play()
      page.wallet.answer(page.opens, drill.hang)
      const controller = new AbortController()
      const connecting = page.connect(controller.signal)
      await vi.waitFor(() => expect(page.countOpened()).toBe(1))
      controller.abort('closed')
      await expect(connecting).rejects.toBe('closed')
    })

    it('an attempt that was given up before it began opens nothing that it waits for', async () => {
      const page = play()
      page.wallet.answer(page.opens, drill.hang)
      await expect(page.connect(AbortSignal.abort('closed'))).rejects.toBe('closed')
    })

    it('answers late → connects', async () => {
      const page = play()
      page.owner.says = () => new Promise((resolve) => setTimeout(() => resolve(true), 20))
      expect((await page.connect()).accounts.length).toBeGreaterThan(0)
    })

    it.each(ODD_ERRORS)('throws %s → UNKNOWN_FAILURE with that as its cause', async (_, error) => {
      const page = play()
      page.wallet.answer(page.opens, drill.throw(error))
      const failure = await page.connect().catch((caught: unknown) => caught)
      expect(isLatchkeyError(failure, 'UNKNOWN_FAILURE')).toBe(true)
      // Some wallets put what they meet into an object of their own, and stumble over this one as well.
      if (error !== trap) expect(Object.is((failure as Error).cause, error)).toBe(true)
      expect(page.countOpened()).toBe(1)
    })

    it('F-04: was reloaded → EXTENSION_RELOADED', async () => {
      const page = play()
      page.wallet.answer(page.opens, drill.throw(new Error('Extension context invalidated.')))
      expect(await codeOf(page.connect())).toBe('EXTENSION_RELOADED')
    })

    it.each(ODD_ANSWERS)(
      'opens with %s for an answer → a failure with a code, or what it really shares',
      async (_, answer) => {
        const page = play()
        page.wallet.answer(page.opens, drill.ok(answer))
        const outcome = await page.connect().then(
          ({ accounts }) => accounts.every(({ address }) => typeof address === 'string'),
          (error: unknown) => isLatchkeyError(error),
        )
        expect(outcome).toBe(true)
      },
    )

    it('vanishes and comes back → one connector, and what was connected serves on', async () => {
      const page = await playConnected()
      page.vanish()
      expect(await page.sign()).not.toBe('')
      page.install()
      expect(list(page.adapter)).toHaveLength(1)
      expect(await page.sign()).not.toBe('')
    })

    it('re-registers with the same object → one connector, still connected', async () => {
      const page = await playConnected()
      const stop = page.adapter.watchConnectors(() => {})
      page.install()
      page.install()
      expect(list(page.adapter)).toHaveLength(1)
      stop()
      expect(page.heard).toEqual([])
      expect(await page.sign()).not.toBe('')
    })
  })

  describe(`${name}: a connected wallet in every state`, () => {
    it('refuses to sign → a failure with a code, after one request; the connection goes on', async () => {
      const page = await playConnected()
      page.owner.says = async () => false
      expect(await codeOf(page.sign())).toBe('USER_REJECTED')
      expect(page.count(page.signs)).toBe(1)
      page.owner.says = async () => true
      expect(await page.sign()).not.toBe('')
    })

    it('hangs → leaves only its own answer open', async () => {
      const page = await playConnected()
      page.wallet.answer(page.signs, drill.hang)
      let isAnswered = false
      const end = () => {
        isAnswered = true
      }
      page.sign().then(end, end)
      await vi.waitFor(() => expect(page.count(page.signs)).toBe(1))
      expect(await page.sign()).not.toBe('')
      expect(isAnswered).toBe(false)
    })

    it.each(ODD_ERRORS)('throws %s while it signs → UNKNOWN_FAILURE, after one request', async (_, error) => {
      const page = await playConnected()
      page.wallet.answer(page.signs, drill.throw(error))
      expect(await codeOf(page.sign())).toBe('UNKNOWN_FAILURE')
      expect(page.count(page.signs)).toBe(1)
    })

    it.each(ODD_ANSWERS)('signs with %s → a failure with a code', async (_, answer) => {
      const page = await playConnected()
      page.wallet.answer(page.signs, drill.ok(answer))
      expect(await codeOf(page.sign())).toMatch(/^[A-Z_]+$/)
    })

    it('F-54: is restored without asking its owner', async () => {
      const page = await playConnected()
      const { asked } = page.owner
      const { connector, networkId, accounts } = page.connection
      const saved = { connectorId: connector.id, networkId, address: accounts[0]?.address }
      expect((await page.adapter.reconnect(page.connector, saved))?.accounts).toEqual(accounts)
      expect(page.owner.asked).toBe(asked)
    })

    it('is probed without asking its owner', async () => {
      const page = await playConnected()
      const { asked } = page.owner
      const { signal } = new AbortController()
      const probe = page.adapter.probe(page.connector)
      expect(await probe.isAlive(signal)).toBe(true)
      expect(await probe.isUnlocked(signal)).not.toBe(false)
      expect(await probe.getAccounts(signal)).toHaveLength(page.connection.accounts.length)
      expect(page.owner.asked).toBe(asked)
    })

    it('tells of another account of its owner', async () => {
      const page = await playConnected()
      page.changeAccount()
      await vi.waitFor(() => expect(page.heard.length).toBeGreaterThan(0))
      const told = page.heard.at(-1)
      const [account] = told && 'accounts' in told ? told.accounts : []
      expect(account).toBeDefined()
      expect(account?.address).not.toBe(page.connection.accounts[0]?.address)
    })

    const itHears = takesBareEvents ? it : () => undefined
    itHears('events that say nothing end nothing', async () => {
      const page = await playConnected()
      for (const value of ODD_EVENTS) {
        page.emit(value)
        await page.services.clock.advance(0)
      }
      await page.services.clock.advance(10_000)
      expect(page.heard.filter((change) => 'ended' in change)).toEqual([])
      for (const change of page.heard) expect(change).toMatchObject({ accounts: page.connection.accounts })
      expect(await page.sign()).not.toBe('')
    })

    it('is heard no more once nobody listens, and once it was left', async () => {
      const page = await playConnected()
      page.stop()
      await page.adapter.disconnect(page.connection)
      page.changeAccount()
      page.emit([])
      await page.services.clock.advance(10_000)
      expect(page.heard).toEqual([])
    })

    it('keeps no listener and no timer over 100 rounds of connecting, hearing, signing and leaving', async () => {
      const page = play()
      for (let round = 0; round < 100; round += 1) {
        const connection = await page.connect()
        const stop = page.adapter.watchConnection(connection, () => {})
        await page.adapter.signMessage(connection, `round ${round}`)
        expect(page.wallet.countListeners()).toBeGreaterThan(idle)
        stop()
        await page.adapter.disconnect(connection)
      }
      expect(page.wallet.countListeners()).toBe(idle)
      expect(page.services.clock.countTimers()).toBe(0)
    })
  })
}
