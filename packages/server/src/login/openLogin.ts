import { listSocials } from '@latchkey/wire/custody/social'
import type { Socials } from '@latchkey/wire/socials'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { openOwnKeys, serveKeys } from '../custody/ownKeys.ts'
import { createPeer } from '../custody/peer.ts'
import { type CallServer, createCallServer } from '../custody/serveCall.ts'
import { hashToken } from '../custody/tokens.ts'
import { warnOfBackups } from '../custody/warnOfBackups.ts'
import { EMAIL_CHANGE_MS, type Window, waitOf } from '../custody/windows.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import { openKms } from '../kms/openKms.ts'
import { createPost } from '../mail/createPost.ts'
import { createSmtp } from '../mail/createSmtp.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { dropEmailChanges } from '../storage/emailChanges.ts'
import { dropLoginRemains, dropOldAudit, keepCustodyKey, noteTime, readUser, useOnce } from '../storage/login.ts'
import { dropEndedPermissions } from '../storage/permissions.ts'
import type { Queryable } from '../storage/storage.ts'
import { countWallets } from '../storage/wallets.ts'
import { createAudit } from './audit.ts'
import { createChallenges } from './challenges.ts'
import { serveEmail } from './email.ts'
import { deleteDueUsers, serveEnding } from './ending.ts'
import { createFarewells } from './farewells.ts'
import { serveIdentities } from './identities.ts'
import { serveLogin } from './login.ts'
import type { LoginConfig } from './loginConfig.ts'
import type { LoginParts } from './loginParts.ts'
import { createNotices } from './notices.ts'
import { servePermissions } from './permissions.ts'
import { rewrapShares } from './rewrap.ts'
import { serveSecondFactor } from './secondFactor.ts'
import { createSessions } from './sessions.ts'
import { serveWallet } from './wallet.ts'
import { serveWaysBack } from './waysBack.ts'

const DAY_MS = 24 * 60 * 60_000

/** How long an approval of the vault is remembered, in ms: twice as long as it is good. */
const APPROVAL_MS = 30 * 60_000

/** Logins by e-mail and the gateway's shares of wallets. */
export type OpenLogin = {
  /** Other services to log in by, in the configuration's order. */
  readonly socials: Socials['providers']
  /** Puts the calls on an application that knows projects already. */
  mount(app: GatewayApp): void
  /** Drops what is over, and puts what is under an old master key under the newest. */
  sweep(): Promise<void>
  /** Rejects where this gateway and its vault share a secret (SEC-11). */
  checkPeer(): Promise<void>
  /** Warns where wallets are here and no copies of them (SEC-136). */
  checkBackups(): Promise<void>
  /** Resolves once no mail is on its way any more. For tests. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Opens it over the gateway's storage. Throws `MasterKeyError`. */
export async function openLogin(parameters: {
  config: LoginConfig
  names: ReadonlyMap<string, string>
  storage: Queryable
  publicUrl: string
  fetch: typeof fetch
  clock: Clock
  log: Log
  /** `NODE_ENV`. */
  mode: string | undefined
}): Promise<OpenLogin> {
  const { config, names, storage, publicUrl, clock, log } = parameters
  const { limits, mail } = config
  const kms = await openKms(config.keys, 'gateway', parameters.mode)
  const keys = await openOwnKeys({
    party: 'gateway',
    kms,
    keep: (name, fresh) => keepCustodyKey(storage, name, fresh),
  })
  const post = createPost({ sender: createSmtp({ ...mail, user: mail.user, password: mail.password }), log })
  const origin = new URL(publicUrl).origin
  const vault = createPeer({
    party: 'vault',
    origin: config.vault.origin,
    address: config.vault.address ?? config.vault.origin,
    ownOrigin: origin,
    fingerprints: keys.publicKeys.fingerprints,
    fetch: parameters.fetch,
    clock,
    log,
  })
  const audit = createAudit({ storage, keys, clock })
  const startsOfProject = createRateLimiter({ clock, ...limits.startsOfProject })
  const starts = createRateLimiter({ clock, ...limits.starts })

  async function noteOrRefuse(key: string, windows: readonly Window[]): Promise<void> {
    const now = clock.now()
    const times = await noteTime(storage, { key: hashToken(key), windows, now })
    if (times !== undefined) throw tooOften(waitOf(times, windows, now))
  }

  const parts: LoginParts = {
    storage,
    kms,
    keys,
    vault,
    sessions: createSessions({ storage, clock }),
    challenges: createChallenges({ storage, keys, audit, post, clock, codeMinutes: config.codeMinutes, noteOrRefuse }),
    audit,
    farewells: createFarewells({
      storage,
      keys,
      origin,
      vault: { origin: config.vault.origin, address: config.vault.address ?? config.vault.origin },
      fetch: parameters.fetch,
      clock,
      log,
    }),
    notices: createNotices({ storage, keys, audit, post, clock, publicUrl }),
    post,
    clock,
    codeMinutes: config.codeMinutes,
    isStrict: (projectId) => config.strictProjects.includes(projectId),
    projectNames: names,
    publicUrl,
    origin,
    vaultOrigin: config.vault.origin,
    frameOrigin: config.frameOrigin,
    limitStarts(projectId) {
      const wait = startsOfProject.take(projectId, 1) ?? starts.take('', 1)
      if (wait !== undefined) throw tooOften(wait * 1000)
    },
    noteOrRefuse,
    useApproval: (id) => useOnce(storage, hashToken(`approval\n${id}`), clock.now() + APPROVAL_MS),
    readPage({ context, host, language }) {
      const project = context.get('project')
      if (project === undefined)
        throw new RequestError('PROJECT_UNKNOWN', 'Name a project in the query field projectId.')
      if (!project.origins.includes(host)) {
        throw new CustodyRefusal('HOST_NOT_ALLOWED', 'The page around the frame is not on the list of the project.')
      }
      return { projectId: project.id, projectName: names.get(project.id) ?? project.id, host, language }
    },
    async readOwner({ userId }) {
      const user = await readUser(storage, userId)
      if (user === undefined) throw new CustodyRefusal('SESSION_REFUSED', 'There is no such user any more.')
      return user
    },
  }

  const social = config.social.length > 0 || config.farcaster ? await openSocial() : undefined

  /** Loaded only where there are any. */
  async function openSocial() {
    const [{ openProviders, listOffered }, { serveSocial }, { createFarcaster }, channels] = await Promise.all([
      import('./social/openProviders.ts'),
      import('./social/serveSocial.ts'),
      import('./social/farcaster.ts'),
      import('./social/channels.ts'),
    ])
    const { fetch } = parameters
    const providers = openProviders({ social: config.social, publicUrl, fetch, clock })
    const own = channels.createOwnChannels({ storage, publicUrl, now: clock.now })
    const { rpc, relay } = config.farcaster ?? {}
    const farcaster =
      rpc === undefined
        ? undefined
        : createFarcaster({
            channels: relay === undefined ? own : channels.createRelayChannels(relay, fetch),
            rpcUrl: rpc,
            storage,
            clock,
          })
    return {
      offered: listOffered(providers, farcaster),
      mount(serve: CallServer, app: GatewayApp) {
        serveSocial(serve, app, { ...parts, log, providers, farcaster })
        if (farcaster !== undefined && relay === undefined) own.mount(app)
      },
    }
  }

  return {
    socials: social?.offered ?? [],
    mount(app) {
      serveKeys(app, keys.publicKeys)
      parts.notices.mount(app)
      const serve = createCallServer({
        app,
        frameOrigin: config.frameOrigin,
        publicUrl,
        takeOnce: (id, until) => useOnce(storage, id, until),
        limiter: createRateLimiter({ clock, ...limits.calls }),
        clock,
      })
      serveLogin(serve, parts)
      serveWallet(serve, parts)
      serveWaysBack(serve, parts)
      servePermissions(serve, parts)
      serveSecondFactor(serve, parts)
      serveEmail(serve, app, parts)
      serveEnding(serve, app, parts)
      serveIdentities(serve, parts)
      if (social) social.mount(serve, app)
      else serve(listSocials, async (request) => ({ providers: parts.readPage(request) && [] }))
    },
    async sweep() {
      const now = clock.now()
      await dropLoginRemains(storage, now)
      await dropEndedPermissions(storage, now)
      await dropEmailChanges(storage, now - EMAIL_CHANGE_MS)
      const deleted = await deleteDueUsers(parts)
      if (deleted > 0) log.info({ event: 'usersDeleted', users: deleted }, 'users whose time was up are deleted')
      await dropOldAudit(storage, now - config.auditDays * DAY_MS)
      const moved = await rewrapShares(storage, kms)
      if (moved > 0) log.info({ event: 'rewrapped', records: moved }, 'records are under the newest master key now')
    },
    async checkPeer() {
      await vault.keys().catch((error: unknown) => {
        // One that is away is asked again when it is needed.
        if (!(error instanceof RequestError)) throw error
      })
    },
    async checkBackups() {
      // Keys that everybody knows hold nothing that is worth a copy.
      if (config.keys.kind === 'development') return
      await warnOfBackups({ backups: config.backups, wallets: await countWallets(storage), clock, log })
    },
    async settled() {
      await parts.farewells.settled()
      await post.settled()
    },
    async close() {
      await parts.farewells.settled()
      await post.close()
    },
  }
}

function tooOften(retryAfterMs: number): CustodyRefusal {
  return new CustodyRefusal('TOO_OFTEN', 'Too often. Try again later.', { retryAfterMs })
}
