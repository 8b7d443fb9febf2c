/** The key worker, but for its port: the session, the keyring and the servers, and what the page may ask of them (`keyTasks.ts`). */
import { finishStepUp, listSessions, stepUp } from '@latchkey/wire/custody/login'
import { keepPermission, listPermissions, noteEnded } from '@latchkey/wire/custody/permission'
import { listSocials } from '@latchkey/wire/custody/social'
import { CUSTODY_KEYS_PATH, custodyKeys } from '@latchkey/wire/custody/tokens'
import { listDevices, revokeDevice, type WalletRecord } from '@latchkey/wire/custody/wallet'
import { noteSignature } from '@latchkey/wire/custody/wayBack'
import type { Hex } from '@latchkey/wire/guard'
import type { Language } from '@latchkey/wire/languages'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import { CallError } from '../channel/CallError.ts'
import { createDeviceKey, thumbprintOf } from '../device/deviceKey.ts'
import type { DeviceStore } from '../device/deviceStore.ts'
import { createWrappingKey } from '../keys/atRest.ts'
import type { Random } from '../keys/bytes.ts'
import { type Clock, createKeyring } from '../keys/createKeyring.ts'
import { type Brought, bringWallet, nameOf, type Session, type Surroundings } from '../wallet/bringWallet.ts'
import { CallRefusedError, createCaller } from '../wallet/createCaller.ts'
import { createCustodyTasks } from './custodyTasks.ts'
import { createCallBook } from './evm/callBook.ts'
import { createDelegations, type KeptPermissions } from './evm/delegation/createDelegations.ts'
import { describeCall, readDescriptions } from './evm/describeCall.ts'
import { listAssets } from './evm/listAssets.ts'
import {
  listSmartCapabilities,
  readCapabilitiesRequest,
  typeInUse,
  typeOfRequest,
} from './evm/smartAccount/accountType.ts'
import { createSmartAccounts } from './evm/smartAccount/createSmartAccounts.ts'
import { safeAddressOf } from './evm/smartAccount/safeAccount.ts'
import { createSupported } from './evm/supported.ts'
import { createIdentityTasks } from './identityTasks.ts'
import type { KeyAccount, KeyTasks, StepUpReason } from './keyTasks.ts'
import { createLogins } from './logins.ts'
import { createNode } from './node.ts'
import { createPasskeyLogins } from './passkeyLogins.ts'
import type { Ready } from './ready.ts'
import { toCallError } from './refusals.ts'
import { prepareRequest, prepareSignIn } from './requests.ts'
import { createSessions, type Lock } from './sessions.ts'
import { createSocialLogins } from './socialLogins.ts'

/** Requests that may wait for a person. Source: SEC-44. */
export const WAITING_LIMIT = 8

/** What the worker is told at its start. */
export type KeyServiceStart = {
  readonly projectId: string
  /** The origin of the page around the frame, as the browser named it. */
  readonly host: string
  /** Without a slash at the end. */
  readonly gatewayUrl: string
  readonly vaultUrl: string
  /** Of the frame's screens, in which the servers write to the visitor as well. */
  readonly language: Language
  /** What the operator says of calls of contracts (ERC-7730), not yet read. */
  readonly descriptions?: readonly unknown[] | undefined
}

/** What stands around it. */
export type KeyServiceServices = {
  readonly store: DeviceStore
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock & { readonly now: () => number }
  readonly random: Random
  /** Among all tabs of this site. */
  readonly lock: Lock
}

const tooMany = (): CallError =>
  new CallError({ message: 'Too many requests wait already', code: -32002, reason: 'TOO_MANY_REQUESTS' })
const gone = (): CallError => new CallError({ message: 'The request is over', code: 4001, reason: 'REQUEST_ABORTED' })
const codeNeeded = (): CallError =>
  new CallError({ message: 'A fresh code is needed first', code: 4100, reason: 'STEP_UP_NEEDED' })

export const openKeyService = async (
  start: KeyServiceStart,
  { store, fetch, clock, random, lock }: KeyServiceServices,
): Promise<KeyTasks> => {
  const { projectId, host, gatewayUrl, vaultUrl, descriptions = [] } = start
  const { signing, wrapping } = await store.keys(async () => ({
    signing: await createDeviceKey(),
    wrapping: await createWrappingKey(),
  }))
  const device = await thumbprintOf(signing)
  const { now } = clock
  let language = start.language
  const parts = { projectId, host, key: signing, language: () => language, fetch, now }
  const gateway = createCaller({ serverUrl: gatewayUrl, ...parts })
  const vault = createCaller({ serverUrl: vaultUrl, ...parts })
  const keyring = createKeyring({ random, clock, wrappingKey: wrapping })
  const sessions = createSessions({ projectId, store, gateway, lock, now })
  const passkeys = createPasskeyLogins()
  const logins = createLogins({ projectId, gateway, vault, passkeys })
  const socials = createSocialLogins({
    projectId,
    gatewayUrl,
    gateway,
    vault,
    passkeys,
    enter: (session) => enter(session),
  })
  const ask = createNode({ gatewayUrl, projectId, fetch })
  const askBundler = createNode({ gatewayUrl, projectId, fetch, path: '/v1/bundler' })
  const readSupported = createSupported({ gatewayUrl, projectId, fetch })
  const described = readDescriptions(descriptions)
  const book = createCallBook({ store, projectId, host, now })
  const smart = createSmartAccounts({ gatewayUrl, readSupported, ask, askBundler, clock, book })
  const kept: KeptPermissions = {
    keep: async (permission) => {
      await sessions.use(({ token }) => gateway(keepPermission, permission, { token }))
    },
    list: async () => (await sessions.use(({ token }) => gateway(listPermissions, {}, { token }))).permissions,
    noteEnded: async (hash) => {
      await sessions.use(({ token }) => gateway(noteEnded, { hash }, { token }))
    },
  }
  const delegations = createDelegations({ host, gatewayUrl, ask, readSupported, kept, random, clock, book })
  const waiting = new Map<string, Ready>()
  /** The proof that was begun for one thing: it resolves to until when the thing may be done. */
  let proving:
    | { readonly reason: StepUpReason; readonly finish: (code: string | undefined) => Promise<number> }
    | undefined
  const allowed = new Map<StepUpReason, number>()
  /** Whether this login has not yet signed in without a question. */
  let mayBeSilent = false

  const readKeys = async (url: string) => {
    try {
      const response = await fetch(`${url}${CUSTODY_KEYS_PATH}`, { credentials: 'omit', redirect: 'error' })
      return v.parse(custodyKeys, await response.json())
    } catch (error) {
      throw new CallRefusedError('NETWORK_FAILED', { cause: error })
    }
  }

  const surround = async (): Promise<Surroundings> => {
    const keys = { gateway: await readKeys(gatewayUrl), readVault: () => readKeys(vaultUrl) }
    return { projectId, device, gateway, vault, keys, keyring, store }
  }

  /** One at a time: two of them would make two halves for this device, of which one is lost. */
  let bringing: Promise<WalletRecord> | undefined
  const bring = (
    find: () => Promise<Session>,
    how: (around: Surroundings, session: Session) => Promise<Brought> = bringWallet,
  ): Promise<WalletRecord> => {
    bringing ??= lock('wallet', async () => {
      const { wallet, session } = await how(await surround(), await find())
      await sessions.keep({ ...session, hasShare: true, user: { ...session.user, wallet } })
      return wallet
    }).finally(() => {
      bringing = undefined
    })
    return bringing
  }

  /** The wallet of who is logged in: brought where the page ended before it was. */
  const findWallet = async (session: Session): Promise<WalletRecord> => {
    const { wallet } = session.user
    return wallet && session.hasShare ? wallet : bring(() => sessions.renewed())
  }

  const demandAccount = async (): Promise<KeyAccount> => {
    const session = await sessions.use(async (current) => current)
    const { addresses, isFrozen, isBackedUp } = await findWallet(session)
    const { email, provider = null, userName = null } = session.user
    const smartAccount = safeAddressOf(addresses.eip155 as Hex)
    return { email, name: nameOf(session), provider, userName, addresses, smartAccount, isFrozen, isBackedUp }
  }

  /** The keyring of this account, and of no other: somebody else may have logged in meanwhile, here or in another tab. */
  const unlock = async ({ account, owner = account }: Pick<Ready, 'account' | 'owner'>) => {
    const isTheirs = () => Object.values(keyring.addresses() ?? {}).includes(owner)
    if (!isTheirs()) {
      keyring.lock()
      await bring(() => sessions.renewed())
    }
    if (!isTheirs()) throw gone()
    return keyring
  }
  const unlockOwn = async () => unlock({ account: (await demandAccount()).addresses.eip155 })

  /**
   * A device that was put out signs nothing from then on, though it has the key open still (SEC-09). Where the gateway cannot be
   * reached nobody can tell, and what is open stays so for as long as it would have.
   */
  const demandDevice = async (): Promise<void> => {
    try {
      await sessions.use(({ token }) => gateway(listSessions, {}, { token }))
    } catch (error) {
      if (error instanceof CallRefusedError && error.code === 'NETWORK_FAILED') return
      if (error instanceof CallError && error.told.reason === 'SESSION_REFUSED') forget()
      throw error
    }
  }

  const wait = (ready: Ready): string => {
    if (waiting.size >= WAITING_LIMIT) throw tooMany()
    const id = crypto.randomUUID()
    waiting.set(id, ready)
    return id
  }

  const demandStepUp = (reason: StepUpReason) => {
    if ((allowed.get(reason) ?? 0) <= now()) throw codeNeeded()
  }

  /** Signing is one after the other: a transaction's number is read when the one before it is sent. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const next = last.then(run, run)
    // Whoever asked is told; the next one's turn comes all the same.
    last = next.catch(() => {})
    return next
  }

  /** Records what kind of thing was signed, and a hash of it; a signature does not wait for it, and holds without it (SEC-78). */
  const note = ({ subject }: Ready): void => {
    const hash = base64urlnopad.encode(sha256(utf8ToBytes(writePlain(subject))))
    sessions
      .use(({ token }) => gateway(noteSignature, { kind: subject.kind, hash }, { token }))
      // A gateway that is away, or a limit, leaves a gap in the record and nothing else.
      .catch(() => {})
  }

  const forget = () => {
    keyring.lock()
    logins.forget()
    socials.forget()
    passkeys.forget()
    waiting.clear()
    allowed.clear()
    proving = undefined
    mayBeSilent = false
  }

  /** Somebody is in: what the former account was asked, and what a code of theirs allowed, is nothing of this one's. */
  const enter = async (session: Session): Promise<void> => {
    await keepSession(session)
    await bring(async () => session)
  }

  const keepSession = async (session: Session): Promise<void> => {
    // Another account's wallet may be on its way still.
    await bringing?.catch(() => {})
    forget()
    await sessions.keep(session)
    mayBeSilent = true
  }

  const tasks: KeyTasks = {
    startLogin: async (email) => {
      const session = await sessions.find()
      if (session?.user.email?.toLowerCase() === email.trim().toLowerCase()) {
        const isHeld = await sessions.use(async () => true).catch(() => false)
        if (isHeld) return 'connected'
      }
      socials.forget()
      return logins.start(email)
    },
    waitForDevice: () => (socials.isAtVault() ? socials.waitForDevice() : logins.wait()),
    finishLogin: async (code) => enter(await logins.finish(code)),
    askedPasskey: async () => passkeys.asked(),
    finishWithPasskey: async (proof) => keepSession(await passkeys.finish(proof)),
    listSocials: async () => (await gateway(listSocials, {})).providers,
    startSocial: (provider, returnUrl) => {
      logins.forget()
      return socials.start(provider, returnUrl)
    },
    startFarcaster: () => {
      logins.forget()
      return socials.startFarcaster()
    },
    takeSocialResult: (uri) => socials.takeResult(uri),
    waitForSocial: () => socials.wait(),
    giveSocialEmail: (email) => socials.giveEmail(email),
    dropSocial: async () => socials.forget(),
    logOut: async () => {
      forget()
      await sessions.end()
    },
    account: async () => {
      if (!(await sessions.find())) return undefined
      try {
        return await demandAccount()
      } catch (error) {
        if (error instanceof CallError && error.told.reason === 'SESSION_REFUSED') return undefined
        throw error
      }
    },
    prepare: async (request, network, preferred = 'eoa') => {
      if (waiting.size >= WAITING_LIMIT) throw tooMany()
      const account = await demandAccount()
      const type = typeOfRequest(request, { account, network, preferred, networks: await smart.listNetworks() })
      const ready = await prepareRequest(request, { account, network, type, ask, smart, delegations })
      return { id: wait(ready), account: ready.account, network, subject: ready.subject }
    },
    prepareSignIn: async (wanted, network, preferred = 'eoa') => {
      const { ready, text, fields, isPlain } = prepareSignIn(wanted, {
        account: await demandAccount(),
        network,
        type: typeInUse({ network, preferred, networks: await smart.listNetworks() }),
        smart,
        host,
        now: now(),
      })
      const isSilent = isPlain && mayBeSilent
      mayBeSilent = false
      return { id: wait(ready), account: ready.account, network, subject: ready.subject, text, fields, isSilent }
    },
    carryOut: async (id) => {
      const ready = waiting.get(id)
      // Taken out first: what is pressed twice is signed once.
      waiting.delete(id)
      if (!ready) throw gone()
      await demandDevice()
      const signed = await inTurn(async () => ready.sign(await unlock(ready)))
      note(ready)
      return signed
    },
    drop: async (id) => {
      waiting.delete(id)
    },
    ask,
    askBundler,
    listSmartNetworks: smart.listNetworks,
    listCapabilities: async (params, network, preferred) => {
      const account = await demandAccount()
      const networks = await smart.listNetworks()
      const { type, chains } = readCapabilitiesRequest(params, { account, network, preferred, networks })
      if (type === 'smartAccount') return listSmartCapabilities(networks, chains)
      return delegations.listCapabilities(account.addresses.eip155 as Hex, chains)
    },
    listAssets: async (params) => {
      const { addresses, smartAccount } = await demandAccount()
      return listAssets(params, { own: [addresses.eip155, smartAccount], gatewayUrl, projectId, fetch })
    },
    describeCalls: async (network, calls) => calls.map((call) => describeCall(call, network, described)),
    listGranted: delegations.listGranted,
    listPermissions: async () =>
      (await delegations.list()).map(({ hash, network, host: page, permission }) => ({
        hash,
        network,
        host: page,
        permission,
      })),
    prepareEnd: async (hash) => {
      const found = (await delegations.list()).find((each) => each.hash === hash)
      if (!found) throw gone()
      const ready = await delegations.prepareEnd(found)
      return { id: wait(ready), account: ready.account, network: found.network, subject: ready.subject }
    },
    isDeployed: async (network) => smart.isDeployed(await demandAccount(), network),
    readCallsStatus: async (id) => (await delegations.readStatus(id)) ?? smart.readStatus(id),
    startStepUp: async (reason) => {
      const asked = await sessions.use(({ token }) => gateway(stepUp, { reason }, { token }))
      if (asked.how === 'social') {
        const { provider } = asked
        const { uri, finish } = await socials.startAgain(provider)
        proving = { reason, finish: () => finish(reason, sessions.use) }
        return { how: 'social', provider, uri }
      }
      const { challenge } = asked
      proving = {
        reason,
        finish: async (code = '') =>
          (await sessions.use(({ token }) => gateway(finishStepUp, { challenge, code }, { token }))).until,
      }
      return { how: 'code' }
    },
    finishStepUp: async (code) => {
      const begun = proving
      if (!begun) throw codeNeeded()
      const until = await begun.finish(code)
      if (proving === begun) proving = undefined
      allowed.set(begun.reason, until)
    },
    exportWords: async () => {
      demandStepUp('export')
      return (await unlockOwn()).exportWords()
    },
    makeBackup: async () => {
      demandStepUp('recovery')
      return (await unlockOwn()).makeBackup(now())
    },
    ...createCustodyTasks({
      projectId,
      sessions,
      gateway,
      vault,
      random,
      now,
      keyring,
      surround,
      unlock: unlockOwn,
      join: async (how) => {
        // One that began without it comes to nothing, and would be taken for this one.
        await bringing?.catch(() => {})
        return bring(() => sessions.renewed(), how)
      },
      demandStepUp,
      forget,
    }),
    listDevices: async () => (await sessions.use(({ token }) => gateway(listDevices, {}, { token }))).devices,
    revokeDevice: async (thumbprint) => {
      await sessions.use(({ token }) => gateway(revokeDevice, { thumbprint }, { token }))
    },
    ...createIdentityTasks({ sessions, gateway, socials, demandStepUp, forget }),
    setHidden: async (isHidden) => keyring.setHidden(isHidden),
    setLanguage: async (wanted) => {
      language = wanted
    },
  }
  return tellRefusals(tasks)
}

/** A subject as text, the same for the same. */
const writePlain = (subject: Ready['subject']): string =>
  JSON.stringify(subject, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    return value instanceof Uint8Array ? base64urlnopad.encode(value) : value
  })

/** Every task, with the refusals of servers as `CallError`. */
const tellRefusals = (tasks: KeyTasks): KeyTasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [
      name,
      async (...input: readonly unknown[]) => {
        try {
          return await (run as (...values: readonly unknown[]) => Promise<unknown>)(...input)
        } catch (error) {
          throw toCallError(error)
        }
      },
    ]),
  ) as unknown as KeyTasks
