/** Answers every call of the page around the frame. It holds no key: it asks the key worker, and a person where something is signed. */
import type { AppMessage, FrameAnswer, FrameCallName } from '@latchkey/wire/frame'
import { needsApproval } from '@latchkey/wire/frame/methods'
import type { ApprovalRequest, Approve } from '../approve/types.ts'
import { CallError, invalid, notServed } from '../channel/CallError.ts'
import type { CallHandler } from '../channel/serveCalls.ts'
import type { WantedStep } from '../settings/LetInScreen.tsx'
import type { WantedCode } from '../wallet/changeEmail.ts'
import type { AccountType, FrameRequest, KeyAccount, KeyTasks, PreparedRequest } from '../worker/keyTasks.ts'

type Payload<Name extends FrameCallName> = Extract<AppMessage, { readonly name: Name }>['payload']
type Handlers = {
  readonly [Name in FrameCallName]: (payload: Payload<Name>, signal: AbortSignal) => Promise<FrameAnswer<Name>>
}

export type SettingsSection = Payload<'OPEN_SETTINGS'>['section']

/** Why a login has no wallet yet, where the visitor can do something about it in the frame. */
const MISSING = [
  'PASSKEY_NEEDED',
  'OWN_WAY_NEEDED',
  'WALLET_STRICT',
  'WALLET_FROZEN',
  'RELEASE_WAITS',
  'WALLET_UNKNOWN',
  'DEVICE_NOT_APPROVED',
] as const
export type Missing = (typeof MISSING)[number]

const missingOf = (error: unknown): Missing | undefined =>
  error instanceof CallError ? MISSING.find((each) => each === error.told.reason) : undefined

/** What stands around the handler. */
export type HandlerSurroundings = {
  readonly keys: KeyTasks
  readonly projectId: string
  /** The origin of the page around the frame. */
  readonly host: string
  /** CAIP-2 of the network that the page began with. */
  readonly network: string
  /** Loads what asks the person; its code comes with the first request. */
  readonly loadApprove: () => Promise<Approve>
  /** Opens a screen of the frame; resolves once it is asked to be shown. `network` is the one in use; `onEnd` hears that it is over. */
  readonly openSettings: (
    section: SettingsSection,
    account: KeyAccount,
    network: string,
    onEnd: () => void,
  ) => Promise<void>
  /** Asks the visitor for what the wallet is missing here (`Missing`); rejects where they leave. */
  readonly bringBack: (missing: Missing, signal: AbortSignal) => Promise<void>
  /** Asks for what lets this device in after a login at a service, on a screen of the frame; rejects where they leave. */
  readonly letIn: (step: WantedStep, signal: AbortSignal) => Promise<void>
  /** Asks for the vault's codes of a new address, on a screen of the frame. */
  readonly askVaultCodes: () => void
  /** Tells the page of an account that changed without its doing. */
  readonly tellAccount: (user: FrameAnswer<'GET_USER'>) => void
  readonly applyTheme: (theme: Payload<'SYNC_THEME'>) => void
  /** Loads the frame anew, once the answer has left. */
  readonly reload: () => void
  /** The frame's own log. */
  readonly log: (what: string, error: unknown) => void
}

/** An address of the visitor's. */
type Own = { readonly address: string; readonly type: AccountType }

const ACTIONS = { code: 'VERIFY_OTP', device: 'VERIFY_DEVICE', connected: 'CONNECT' } as const

/** What bundlers know, and the gateway passes on. */
const OF_BUNDLERS = /UserOperation|EntryPoints/u

const namespaceOf = (network: string): string => network.split(':')[0] ?? ''

/** Chains of Solana are named by the first 32 characters of their first hash. Source: CAIP-30. */
const REFERENCE_LENGTH = 32

export const createHandler = (around: HandlerSurroundings): CallHandler => {
  const { keys, host } = around
  let network = around.network
  /** Which address of eip155 the page's visitor wants, where a network has both. */
  let preferred: AccountType = 'smartAccount'
  let claimed: { readonly name: string; readonly url: string } | undefined

  /** What the page was last told of who is logged in. */
  let told: Pick<KeyAccount, 'email' | 'isBackedUp'> | undefined

  const demandAccount = async (): Promise<KeyAccount> => {
    const account = await keys.account()
    if (!account) throw new CallError({ message: 'Nobody is logged in', code: 4100, reason: 'SESSION_REFUSED' })
    // Changed in another window, at another device, or on a screen of the frame.
    if (told && (told.email !== account.email || told.isBackedUp !== account.isBackedUp)) await tellAccount(account)
    return account
  }

  /** Runs what needs the wallet; again after the visitor did what was missing, each thing once. */
  const withWallet = async <Value>(
    run: () => Promise<Value>,
    signal: AbortSignal,
    done: readonly Missing[] = [],
  ): Promise<Value> => {
    try {
      return await run()
    } catch (error) {
      const missing = missingOf(error)
      if (missing === undefined || done.includes(missing)) throw error
      await around.bringBack(missing, signal)
      signal.throwIfAborted()
      return withWallet(run, signal, [...done, missing])
    }
  }

  const tellAccount = async (account: KeyAccount): Promise<void> => {
    told = account
    around.tellAccount(await userOf(account))
  }

  /** Whether the visitor has a smart account on a network. */
  const hasSmart = async (on: string): Promise<boolean> =>
    namespaceOf(on) === 'eip155' && (await keys.listSmartNetworks()).some(({ id }) => id === on)

  /** The account's addresses in the namespace in use, the one that is in use first. */
  const listAddresses = async ({ addresses, smartAccount }: KeyAccount): Promise<[Own, ...Own[]]> => {
    if (namespaceOf(network) === 'solana') return [{ address: addresses.solana, type: 'eoa' }]
    const own: Own = { address: addresses.eip155, type: 'eoa' }
    if (!(await hasSmart(network))) return [own]
    const smart: Own = { address: smartAccount, type: 'smartAccount' }
    return preferred === 'smartAccount' ? [smart, own] : [own, smart]
  }

  const userOf = async (account: KeyAccount): Promise<FrameAnswer<'GET_USER'>> => {
    const accounts = await listAddresses(account)
    const [{ address, type }, other] = accounts
    return {
      email: account.email,
      address,
      chainId: namespaceOf(network) === 'eip155' ? Number(network.slice('eip155:'.length)) : network,
      accounts,
      preferredAccountType: type,
      // Where the node is away nobody knows.
      smartAccountDeployed: other && (await keys.isDeployed(network).catch(() => undefined)),
      isBackedUp: account.isBackedUp,
      ...(account.provider !== null && { socialProvider: account.provider, userName: account.userName }),
    }
  }

  /** Whether the login at a service that was begun last is through. */
  let isIn = false

  /** Waits for the person at the service, and for what lets this device in. */
  const enterBySocial = async (signal: AbortSignal): Promise<void> => {
    const giveUp = () => void keys.dropSocial()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const step = await keys.waitForSocial()
      // Given up meanwhile.
      signal.throwIfAborted()
      if (step.state !== 'in') await around.letIn(step, signal)
      isIn = true
    } catch (error) {
      // They are in, and their wallet is missing.
      isIn = missingOf(error) !== undefined
      throw error
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** Who is in by a service, once they and their wallet are. */
  const comeBySocial = async (signal: AbortSignal): Promise<KeyAccount> => {
    if (!isIn) told = undefined
    const account = await withWallet(async () => {
      // Also where the answer to the call before came too late for the page.
      if (!isIn) await enterBySocial(signal)
      return demandAccount()
    }, signal)
    told = account
    return account
  }

  /** Types a code of a change of the address. */
  const typeEmailCode = async (otp: string): Promise<WantedCode> => {
    const wanted = await keys.typeEmailCode(otp)
    if (wanted.sender === 'vault') around.askVaultCodes()
    return wanted
  }

  /** The network must be one that the gateway has, and whose node says that it is that one (SEC-92). */
  const setNetwork = async (wanted: string): Promise<void> => {
    if (wanted === network) return
    const unknown = new CallError({ message: `There is no network ${wanted}`, code: 4902, reason: 'CHAIN_UNSUPPORTED' })
    const namespace = namespaceOf(wanted)
    if (namespace !== 'eip155' && namespace !== 'solana') throw unknown
    const said =
      namespace === 'eip155'
        ? `eip155:${BigInt(String(await keys.ask(wanted, 'eth_chainId', [])))}`
        : `solana:${String(await keys.ask(wanted, 'getGenesisHash', [])).slice(0, REFERENCE_LENGTH)}`
    if (said !== wanted) throw unknown
    network = wanted
  }

  const served = new Set<string>()
  /** Nothing is signed for a network that the gateway has not (SEC-38). One whose node is away is there all the same. */
  const demandNetwork = async (on: string): Promise<void> => {
    if (served.has(on)) return
    try {
      await keys.ask(on, namespaceOf(on) === 'solana' ? 'getGenesisHash' : 'eth_chainId', [])
      served.add(on)
    } catch (error) {
      if (error instanceof CallError && error.told.reason === 'CHAIN_UNSUPPORTED') throw error
    }
  }

  /** Asks the person, and has it done where they approve. */
  const decide = async (prepared: PreparedRequest, signal: AbortSignal): Promise<unknown> => {
    const { id, account, subject } = prepared
    try {
      const approve = await around.loadApprove()
      const ask = (method: string, params: readonly unknown[]) => keys.ask(prepared.network, method, params)
      const describe: ApprovalRequest['describe'] = (calls) => keys.describeCalls(prepared.network, calls)
      const request = { id, host, claimed, account, network: prepared.network, subject, ask, describe }
      const outcome = await approve(request, signal)
      signal.throwIfAborted()
      if (outcome !== 'approved')
        throw new CallError({ message: 'The request was rejected', code: 4001, reason: 'USER_REJECTED' })
    } catch (error) {
      await keys.drop(id)
      throw error
    }
    return keys.carryOut(id)
  }

  const request = async (asked: FrameRequest, signal: AbortSignal): Promise<unknown> => {
    const { method } = asked
    const on = asked.chainId ?? network
    const namespace = method.startsWith('solana_') ? 'solana' : 'eip155'
    if (asked.chainNamespace !== undefined && asked.chainNamespace !== namespaceOf(on))
      throw invalid('The network is of another namespace')
    if (method === 'wallet_getAssets') return keys.listAssets(asked.params)
    if (method === 'wallet_getCapabilities') return keys.listCapabilities(asked.params, network, preferred)
    if (method === 'wallet_getGrantedExecutionPermissions') return keys.listGranted()
    if (method === 'wallet_getCallsStatus') {
      const [id] = Array.isArray(asked.params) ? asked.params : []
      return keys.readCallsStatus(String(id))
    }
    if (namespaceOf(on) !== namespace) throw invalid(`${method} is not for ${on}`)
    if (method === 'eth_accounts') {
      const account = await keys.account()
      if (!account) return []
      return (await listAddresses(account)).map(({ address }) => address)
    }
    if (method === 'eth_chainId') return `0x${BigInt(on.slice('eip155:'.length)).toString(16)}`
    if (!needsApproval(method)) return (OF_BUNDLERS.test(method) ? keys.askBundler : keys.ask)(on, method, asked.params)
    await demandNetwork(on)
    const prepared = await keys.prepare(asked, on, preferred)
    return decide(prepared, signal)
  }

  const handlers: Handlers = {
    CONNECT_EMAIL: async ({ email }) => ({ action: ACTIONS[await keys.startLogin(email)] }),
    CONNECT_DEVICE: async () => keys.waitForDevice() as Promise<undefined>,
    CONNECT_OTP: async ({ otp }, signal) => {
      let isTyped = false
      told = undefined
      await withWallet(async () => {
        if (isTyped) return demandAccount()
        isTyped = true
        return keys.finishLogin(otp)
      }, signal)
      return undefined
    },
    SIGN_OUT: async () => {
      told = undefined
      return keys.logOut() as Promise<undefined>
    },
    IS_CONNECTED: async () => ({ isConnected: (await keys.account()) !== undefined }),
    GET_USER: async (payload, signal) => {
      if (payload?.chainId !== undefined) await setNetwork(payload.chainId)
      if (payload?.preferredAccountType !== undefined) preferred = payload.preferredAccountType
      const account = await withWallet(demandAccount, signal)
      told = account
      const user = await userOf(account)
      if (!payload?.siwxMessage) return user
      const { isSilent, text, fields, ...prepared } = await keys.prepareSignIn(payload.siwxMessage, network, preferred)
      const signature = isSilent ? await keys.carryOut(prepared.id) : await decide(prepared, signal)
      return { ...user, signature: String(signature), message: text, siwxMessage: fields }
    },
    GET_CHAIN_ID: async () => ({ chainId: network }),
    SWITCH_NETWORK: async ({ chainId }) => {
      await setNetwork(chainId)
      return { chainId: network }
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: (await keys.listSmartNetworks()).map(({ id }) => Number(id.slice('eip155:'.length))),
    }),
    SET_PREFERRED_ACCOUNT: async ({ type }) => {
      if (type === 'smartAccount' && !(await hasSmart(network))) throw notServed(type)
      preferred = type
      return { type, address: (await userOf(await demandAccount())).address }
    },
    RPC_REQUEST: request,
    // Answered where the channel is served, which knows what is open.
    RPC_ABORT: async () => undefined,
    SYNC_THEME: async (theme) => around.applyTheme(theme) as undefined,
    SYNC_DAPP_DATA: async ({ metadata, projectId }) => {
      if (projectId !== around.projectId) throw invalid('That is not the project of this frame')
      claimed = metadata && { name: metadata.name, url: metadata.url }
      return undefined
    },
    RELOAD: async () => around.reload() as undefined,
    OPEN_SETTINGS: async ({ section }) =>
      around.openSettings(section, await demandAccount(), network, () => {
        // What was changed there is told; whoever deleted the wallet is nobody any more.
        keys
          .account()
          .then((account) => account && demandAccount())
          .catch((error: unknown) => around.log('The account after a screen', error))
      }) as Promise<undefined>,
    INIT_SMART_ACCOUNT: async () => Promise.reject(notServed('INIT')),
    GET_SOCIAL_REDIRECT_URI: async ({ provider, returnUrl }) => {
      isIn = false
      return keys.startSocial(provider, returnUrl)
    },
    CONNECT_SOCIAL: async (payload, signal) => {
      if (payload?.uri !== undefined) await keys.takeSocialResult(payload.uri)
      if (payload?.preferredAccountType !== undefined) preferred = payload.preferredAccountType
      return userOf(await comeBySocial(signal))
    },
    GET_FARCASTER_URI: async () => {
      isIn = false
      return keys.startFarcaster()
    },
    CONNECT_FARCASTER: async (_, signal) => ({ userName: (await comeBySocial(signal)).name.slice(0, 128) }),
    UPDATE_EMAIL: async ({ email }) => {
      told = await demandAccount()
      const wanted = await keys.changeEmail(email)
      const isOld = wanted.sender === 'gateway' && wanted.address === 'old'
      return { action: isOld ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP' }
    },
    UPDATE_EMAIL_PRIMARY_OTP: async ({ otp }) => {
      await typeEmailCode(otp)
      return undefined
    },
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => {
      try {
        await typeEmailCode(otp)
      } catch (error) {
        // Settled at the gateway; that the vault could not be asked is made good later.
        if ((await keys.account())?.email === told?.email) throw error
      }
      return { newEmail: (await demandAccount()).name }
    },
  }

  // The payload is the one of that name, which TypeScript cannot follow through the table.
  return ((call: AppMessage, signal: AbortSignal) =>
    (handlers[call.name] as (payload: unknown, signal: AbortSignal) => Promise<unknown>)(
      call.payload,
      signal,
    )) as CallHandler
}
