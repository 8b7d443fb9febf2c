/** Both servers in one process for tests of the frame's side: their own keys and stores, mail by SMTP, a clock that tests move. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveLogin, finishLogin, startLogin } from '@latchkey/wire/custody/login'
import type { PasskeyChallenge, PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import type { CustodyKeys } from '@latchkey/wire/custody/tokens'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { createPoolAskNode } from '../../../packages/server/src/auth/createPoolAskNode.ts'
import { createSignIn } from '../../../packages/server/src/auth/signIn.ts'
import { type ConfigInput, parseSettings } from '../../../packages/server/src/config.ts'
import { FRAME } from '../../../packages/server/src/custody/testFrame.ts'
import { createHost } from '../../../packages/server/src/gateway/createHost.ts'
import { createLog } from '../../../packages/server/src/gateway/createLog.ts'
import { createMetrics } from '../../../packages/server/src/gateway/metrics.ts'
import { createTestGateway, SHOP } from '../../../packages/server/src/gateway/testGateway.ts'
import type { LoginConfig } from '../../../packages/server/src/login/loginConfig.ts'
import { openLogin } from '../../../packages/server/src/login/openLogin.ts'
import { newMasterKey } from '../../../packages/server/src/login/testLogin.ts'
import { loadLevel, openKeyValueStore } from '../../../packages/server/src/storage/keyValueStore.ts'
import { openStorage } from '../../../packages/server/src/storage/openStorage.ts'
import type { Storage } from '../../../packages/server/src/storage/storage.ts'
import { openVault } from '../../../packages/server/src/vault/openVault.ts'
import { vaultConfig } from '../../../packages/server/src/vault/vaultConfig.ts'
import { loadEmptyDatabase } from '../../../packages/testing/src/emptyDatabase.ts'
import { startMailbox } from '../../../packages/testing/src/mailbox.ts'
import type { Providers } from '../../../packages/testing/src/oauth/startProviders.ts'
import { createDeviceKey, thumbprintOf } from '../device/deviceKey.ts'
import { createPassingStore, type DeviceKeys } from '../device/deviceStore.ts'
import { createWrappingKey } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { createKeyring } from '../keys/createKeyring.ts'
import { createCaller } from './createCaller.ts'
import { readAsked } from './secondFactor.ts'

export const GATE = 'https://gate.example'
export const VAULT = 'https://vault.example'

/**
 * Starts both, with the network between them and the frame. `answerNode` plays the node of `eip155:31337`; addresses and the sites that
 * may embed the frame are the usual ones of tests unless they are given.
 */
export async function startTestServers({
  answerNode,
  openDatabase,
  vaultFolder,
  masterKeys = { gateway: newMasterKey('gateway', 'a'), vault: newMasterKey('vault', 'a') },
  gate = GATE,
  vaultUrl = VAULT,
  frame = FRAME,
  sites = [SHOP],
  providers,
  farcasterRpc,
  chains,
  time = { now: Date.now() },
}: Pick<NonNullable<Parameters<typeof createTestGateway>[0]>, 'answerNode'> & {
  /** Where the gateway keeps its data: in memory where absent. */
  openDatabase?: (() => Promise<Storage>) | undefined
  /** Where the vault keeps its data: a folder of these servers alone where absent. */
  vaultFolder?: string | undefined
  masterKeys?: { readonly gateway: string; readonly vault: string }
  gate?: string
  vaultUrl?: string
  frame?: string
  sites?: readonly string[]
  /** Other services by which people log in. */
  providers?: Pick<Providers, 'social' | 'issuers' | 'url'> | undefined
  /** A node of the chain with Farcaster's accounts. */
  farcasterRpc?: string | undefined
  /** The chains that the gateway serves: one without a bundler where absent. */
  chains?: ConfigInput['chains'] | undefined
  /** What both take for the time: one that stands still where absent. */
  time?: { now: number }
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
  const mailbox = await startMailbox()
  const storage = (await openDatabase?.()) ?? (await openStorage({ memory: true, snapshot: await loadEmptyDatabase() }))
  const mail = (address: string) => ({
    host: '127.0.0.1',
    port: mailbox.port,
    allowClear: true,
    from: { name: 'Latchkey', address },
  })
  const log = createLog('error', { destination: { write: () => {} } })
  const calls = { capacity: 100_000, refillPerSecond: 1_000 }
  const clock = { now: () => time.now }
  const config = {
    projects: [{ id: 'shop', name: 'Shop', origins: [...sites] }],
    ...(chains && { chains }),
    login: {
      frameOrigin: frame,
      vault: { origin: vaultUrl },
      keys: { kind: 'environment' as const, keys: masterKeys.gateway },
      mail: mail('wallet@gate.example'),
      ...(farcasterRpc !== undefined && { farcaster: { rpc: farcasterRpc } }),
      social: (providers?.social ?? []) as NonNullable<LoginConfig['social']>,
      limits: { calls },
    },
  }
  const base = createTestGateway({ config, services: { clock }, answerNode })
  if (base.config.login === undefined) throw new Error('logins are not configured')
  /** Answers a call of either server; replaced by tests that cut the line. */
  const line = { ask: (url: string, init?: RequestInit): Promise<Response> => reach(url, init) }
  const login = await openLogin({
    config: base.config.login,
    names: new Map([['shop', 'Shop']]),
    storage,
    publicUrl: gate,
    fetch: async (url, init) => line.ask(String(url), init),
    clock,
    log,
    mode: 'test',
  })
  const signIn = createSignIn({
    storage,
    clock,
    networkIds: base.config.chains.map(({ id }) => id),
    askNode: createPoolAskNode(base.services.pools),
  })
  const gateway = createTestGateway({ config, services: { login, signIn, clock }, answerNode })
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  const level = await openKeyValueStore(loaded.level, vaultFolder ?? join(folder, 'vault'))
  const vault = await openVault({
    config: parseSettings(
      vaultConfig,
      {
        publicUrl: vaultUrl,
        frameOrigin: frame,
        gateway: { origin: gate },
        projects: [{ id: 'shop', name: 'Shop', hosts: [...sites] }],
        keys: { kind: 'environment', keys: masterKeys.vault },
        mail: mail('vault@vault.example'),
        issuers: providers?.issuers ?? [],
        ...(farcasterRpc !== undefined && { farcaster: { rpc: farcasterRpc } }),
        limits: { calls },
      },
      {},
    ),
    store: level,
    fetch: async (url, init) => reach(String(url), init),
    clock,
    log,
    mode: 'test',
  })
  const vaultApp = createHost({
    config: { metrics: {}, limits: { requestTimeoutMs: 60_000 } },
    services: { clock, log, uuid: randomUUID, metrics: createMetrics(), checkReady: async () => undefined },
  })
  vault.mount(vaultApp)
  async function reach(url: string, init?: RequestInit): Promise<Response> {
    if (providers && url.startsWith(providers.url)) return fetch(url, init)
    return url.startsWith(vaultUrl) ? vaultApp.request(url, init) : gateway.app.request(url, init)
  }
  const readKeys = async (url: string) => (await (await reach(`${url}/v1/custody/keys`)).json()) as CustodyKeys

  const keys = { gateway: await readKeys(gate), vault: await readKeys(vaultUrl) }

  /** The newest mail to an address that says this. */
  async function readMail(email: string, pattern: RegExp): Promise<RegExpExecArray> {
    await login.settled()
    await vault.settled()
    const texts = mailbox.mails.filter(({ to }) => to.includes(email)).map(({ text }) => pattern.exec(text))
    const found = texts.filter((match) => match !== null).at(-1)
    if (!found) throw new Error(`no mail says ${pattern}`)
    return found
  }

  /** Opens the page of a link and presses one of its buttons. Gives the answer's status. */
  async function press(link: string, value: string): Promise<number> {
    const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await (await reach(link)).text()) ?? []
    const answer = await reach(link, {
      method: 'POST',
      headers: { origin: new URL(link).origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ do: value, mark }).toString(),
    })
    return answer.status
  }

  /** A browser of the visitor's, with the frame in it. */
  async function createBrowser(
    email: string,
    held?: { keys: DeviceKeys; store: ReturnType<typeof createPassingStore> },
  ) {
    const store = held?.store ?? createPassingStore()
    const { signing, wrapping } = await store.keys(async () => ({
      signing: await createDeviceKey(),
      wrapping: await createWrappingKey(),
    }))
    const fetch = (async (url: string, init: RequestInit) =>
      // A browser says where a call comes from by itself.
      line.ask(url, { ...init, headers: { ...init.headers, origin: FRAME } })) as typeof globalThis.fetch
    const parts = {
      projectId: 'shop',
      host: SHOP,
      key: signing,
      language: () => 'en' as const,
      fetch,
      now: () => time.now,
    }
    const gateway = createCaller({ serverUrl: GATE, ...parts })
    const vault = createCaller({ serverUrl: VAULT, ...parts })
    const keyring = createKeyring({ random: platformRandom, clock: { after: () => () => {} }, wrappingKey: wrapping })
    const device = await thumbprintOf(signing)
    const known = { gateway: keys.gateway, readVault: async () => keys.vault }
    const around = { projectId: 'shop', device, gateway, vault, keys: known, keyring, store }
    return {
      keyring,
      store,
      /** What this browser keeps of its device, for the same one later. */
      held: { keys: { signing, wrapping } },
      around,
      logIn: async (prove?: (asked: PasskeyChallenge) => PasskeyProof) => {
        const { challenge, action } = await gateway(startLogin, { email })
        if (action === 'device') {
          const { request } = await vault(startDevice, { projectId: 'shop', email })
          const [link] = await readMail(email, /https:\/\/vault\.example\/device\/\S+/)
          await press(link, 'approve')
          const waited = await vault(waitForDevice, { request })
          if (waited.state !== 'approved') throw new Error(`the vault says ${waited.state}`)
          await gateway(approveLogin, { challenge, approval: waited.approval })
        }
        const [, one = '', two = ''] = await readMail(email, /\n(\d{3}) (\d{3})\n/)
        // Two mails within 30 s are one too many.
        time.now += 31_000
        const given = { challenge, code: one + two }
        try {
          return await gateway(finishLogin, given)
        } catch (error) {
          const asked = readAsked(error)
          if (!asked || !prove) throw error
          return gateway(finishLogin, { ...given, passkey: prove(asked) })
        }
      },
      /** The page is loaded again: what was unlocked is gone, what is stored stays. */
      reload: (address = email) => createBrowser(address, { keys: { signing, wrapping }, store }),
    }
  }

  return {
    time,
    line,
    reach,
    keys,
    storage,
    level,
    mails: mailbox.mails,
    /** Projects whose wallets are strict from their start, as long as they are in here. */
    strictProjects: base.config.login.strictProjects,
    masterKeys,
    login,
    vault,
    readMail,
    press,
    createBrowser,
    /** Lets calls of one kind end as a page that is closed, or a line that breaks, would: before or after the server did them. */
    cut(path: string, when: 'before' | 'after', times = Number.POSITIVE_INFINITY) {
      let left = times
      line.ask = async (url, init) => {
        if (!url.includes(path) || left <= 0) return reach(url, init)
        left -= 1
        if (when === 'after') await reach(url, init)
        throw new TypeError('fetch failed')
      }
    },
    mend() {
      line.ask = reach
    },
    async close() {
      await login.close()
      await vault.close()
      await storage.close()
      await mailbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestServers = Awaited<ReturnType<typeof startTestServers>>
