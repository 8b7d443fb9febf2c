import { shareAdditionalData } from '@latchkey/wire/custody/binding'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { openOwnKeys, ownKeyBinding, serveKeys } from '../custody/ownKeys.ts'
import { createPeer } from '../custody/peer.ts'
import { createCallServer } from '../custody/serveCall.ts'
import { hashToken } from '../custody/tokens.ts'
import { warnOfBackups } from '../custody/warnOfBackups.ts'
import { longestOf, waitOf } from '../custody/windows.ts'
import { createClientKey } from '../gateway/clientKey.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import { openKms } from '../kms/openKms.ts'
import { rewrapRecord, type SealedRecord } from '../kms/sealRecord.ts'
import { createPost } from '../mail/createPost.ts'
import { createSmtp } from '../mail/createSmtp.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import type { KeyValueStore } from '../storage/keyValueStore.ts'
import { serveContact } from './contact.ts'
import { serveDevices } from './devices.ts'
import { serveGone } from './gone.ts'
import { createIssuers } from './issuers.ts'
import { type KeptShare, keyOf, type Times } from './records.ts'
import { bindVaultShare, serveRecovery } from './recovery.ts'
import { serveSocialDevices } from './socialDevices.ts'
import type { VaultConfig } from './vaultConfig.ts'
import type { VaultParts } from './vaultParts.ts'
import { createVaultStore, put, remove } from './vaultStore.ts'

/** The vault over its store. */
export type OpenVault = {
  mount(app: GatewayApp): void
  /** Drops what is over, and puts what is under an old master key under the newest. */
  sweep(): Promise<void>
  /** Rejects where this vault and its gateway share a secret (SEC-11). */
  checkPeer(): Promise<void>
  /** Warns where halves of wallets are here and no copies of them (SEC-136). */
  checkBackups(): Promise<void>
  /** Resolves once no mail is on its way any more. For tests. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Opens it. Throws `MasterKeyError`. */
export async function openVault(parameters: {
  config: VaultConfig
  store: KeyValueStore
  fetch: typeof fetch
  clock: Clock
  log: Log
  /** `NODE_ENV`. */
  mode: string | undefined
}): Promise<OpenVault> {
  const { config, clock, log } = parameters
  const { limits } = config
  const store = createVaultStore(parameters.store)
  const kms = await openKms(config.keys, 'vault', parameters.mode)
  const keys = await openOwnKeys({
    party: 'vault',
    kms,
    keep: (name, fresh) =>
      store.change(async (read) => {
        const held = await read<SealedRecord>(keyOf.own(name))
        return held === undefined
          ? { changes: [put(keyOf.own(name), fresh)], result: fresh }
          : { changes: [], result: held }
      }),
  })
  const post = createPost({
    sender: createSmtp({ ...config.mail, user: config.mail.user, password: config.mail.password }),
    log,
  })
  const gateway = createPeer({
    party: 'gateway',
    origin: config.gateway.origin,
    address: config.gateway.address ?? config.gateway.origin,
    ownOrigin: config.publicUrl,
    fingerprints: keys.publicKeys.fingerprints,
    fetch: parameters.fetch,
    clock,
    log,
  })
  const startsOfProject = createRateLimiter({ clock, ...limits.startsOfProject })
  const starts = createRateLimiter({ clock, ...limits.starts })
  const takeOnce = (id: string, until: number): Promise<boolean> =>
    store.change(async (read) => {
      const key = keyOf.once(id)
      if ((await read(key)) !== undefined) return { changes: [], result: false }
      return { changes: [put(key, { until })], result: true }
    })

  const parts: VaultParts = {
    store,
    kms,
    keys,
    gateway,
    issuers: createIssuers({ issuers: config.issuers, fetch: parameters.fetch, clock, log }),
    farcasterRpc: config.farcaster?.rpc,
    post,
    clock,
    publicUrl: config.publicUrl,
    origin: config.publicUrl,
    gatewayOrigin: config.gateway.origin,
    takeOnce,
    limitStarts(projectId) {
      const wait = startsOfProject.take(projectId, 1) ?? starts.take('', 1)
      if (wait !== undefined) throw tooOften(wait * 1000)
    },
    async noteOrRefuse(name, windows) {
      const wait = await store.change(async (read) => {
        const now = clock.now()
        const key = keyOf.times(hashToken(name))
        const times = ((await read<Times>(key))?.times ?? []).filter((at) => at > now - longestOf(windows))
        const wanted = waitOf(times, windows, now)
        if (wanted > 0) return { changes: [], result: wanted }
        const noted: Times = { times: [...times, now], until: now + longestOf(windows) }
        return { changes: [put(key, noted)], result: 0 }
      })
      if (wait > 0) throw tooOften(wait)
    },
    findProject(id, host) {
      const project = config.projects.find((each) => each.id === id)
      if (!project?.hosts.includes(host)) {
        throw new CustodyRefusal('HOST_NOT_ALLOWED', 'The page around the frame is not on the list of the project.')
      }
      return project
    },
  }

  async function rewrap(): Promise<number> {
    let moved = 0
    const move = async (
      key: string,
      find: (value: unknown) => SealedRecord,
      place: (record: SealedRecord, value: unknown) => unknown,
      binding: (value: unknown) => Uint8Array<ArrayBuffer>,
    ) => {
      await store.change(async (read) => {
        const value = await read<unknown>(key)
        if (value === undefined || find(value).keyId === kms.keyId) return { changes: [], result: undefined }
        moved++
        const record = await rewrapRecord(kms, find(value), binding(value))
        return { changes: [put(key, place(record, value))], result: undefined }
      })
    }
    const prefix = keyOf.own('')
    await store.each(prefix, (key) =>
      move(
        key,
        (value) => value as SealedRecord,
        (record) => record,
        () => ownKeyBinding('vault', key.slice(prefix.length)),
      ),
    )
    await store.each('share:', (key) =>
      move(
        key,
        (value) => (value as KeptShare).sealed,
        (sealed, value) => ({ ...(value as KeptShare), sealed }),
        (value) => {
          const { projectId, walletId, version } = value as KeptShare
          return shareAdditionalData('rest', bindVaultShare(projectId, walletId, version))
        },
      ),
    )
    return moved
  }

  return {
    mount(app) {
      const readClientKey = createClientKey(config.trustedProxies)
      app.use(async (context, next) => {
        context.set('clientKey', readClientKey(context.env?.remoteAddress, context.req.header('x-forwarded-for')))
        await next()
      })
      serveKeys(app, keys.publicKeys)
      const serve = createCallServer({
        app,
        frameOrigin: config.frameOrigin,
        publicUrl: config.publicUrl,
        takeOnce,
        limiter: createRateLimiter({ clock, ...limits.calls }),
        clock,
      })
      serveDevices(serve, app, parts)
      serveSocialDevices(serve, parts)
      serveRecovery(serve, app, parts)
      serveContact(serve, app, parts)
      serveGone(app, parts, createRateLimiter({ clock, ...limits.calls }))
    },
    async sweep() {
      const now = clock.now()
      await store.each<{ until: number }>('~', async (key, { until }) => {
        if (until > now) return
        await store.change(async (read) => {
          const held = await read<{ until: number }>(key)
          return { changes: held !== undefined && held.until <= now ? [remove(key)] : [], result: undefined }
        })
      })
      const moved = await rewrap()
      if (moved > 0) log.info({ event: 'rewrapped', records: moved }, 'records are under the newest master key now')
    },
    async checkPeer() {
      await gateway.keys().catch((error: unknown) => {
        // One that is away is asked again when it is needed.
        if (!(error instanceof RequestError)) throw error
      })
    },
    async checkBackups() {
      // Keys that everybody knows hold nothing that is worth a copy.
      if (config.keys.kind === 'development') return
      const wallets = new Set<string>()
      await store.each<KeptShare>('share:', (_key, { walletId }) => void wallets.add(walletId))
      await warnOfBackups({ backups: config.backups, wallets: wallets.size, clock, log })
    },
    settled: () => post.settled(),
    async close() {
      await post.close()
      await store.close()
    },
  }
}

function tooOften(retryAfterMs: number): CustodyRefusal {
  return new CustodyRefusal('TOO_OFTEN', 'Too often. Try again later.', { retryAfterMs })
}
