import type { Connector } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import { embeddedOf } from '../../latchkey/src/core/ways/embedded/embeddedStore.ts'
import { loginOf } from '../../latchkey/src/core/ways/embedded/loginStore.ts'
import { connectTo, hold, recommendLinked } from './fills.ts'
import { ACCOUNT, TOKENS } from './fixtures.ts'
import type { ViewState } from './viewState.ts'

/** A site whose frame never comes: nothing is asked of a network. */
const EMAIL = { frameUrl: 'https://wallet.example', projectId: 'hollowpine' } as const

const LOGIN = { email: 'mira@hollowpine.studio' }

/** The wallet behind a login. */
export const EMBEDDED_WALLET: Connector = {
  id: 'embedded',
  name: 'E-mail wallet',
  namespace: 'eip155',
  type: 'AUTH',
  provider: undefined,
}

/** A wallet behind an e-mail in use, with something in it and no backup. */
const holdBehindEmail = (instance: Instance): void => {
  hold(TOKENS)(instance)
  connectTo(EMBEDDED_WALLET)(instance)
  embeddedOf(instance).set(() => ({ user: { email: LOGIN.email }, isBackedUp: false }))
}

/** One whose account on eip155 is a smart one, or the key's own address; `types`: those that the network has, the one in use first. */
const holdSmart =
  (...types: readonly ('smartAccount' | 'eoa')[]) =>
  (instance: Instance): void => {
    holdBehindEmail(instance)
    const accounts = types.map((type) => ({
      address: type === 'eoa' ? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' : ACCOUNT.address,
      type,
    }))
    instance.stores.connection.set((state) => {
      const there = state.byNamespace.eip155
      if (!there?.connection) return state
      return {
        ...state,
        byNamespace: { ...state.byNamespace, eip155: { ...there, connection: { ...there.connection, accounts } } },
      }
    })
    instance.stores.accounts.set((state) => {
      const [active] = accounts
      return active ? { byNamespace: { ...state.byNamespace, eip155: { active, all: accounts } } } : state
    })
  }

const CHANGE = { email: LOGIN.email, newEmail: 'mira.brandt@a-post-office-with-a-long-name.example' }
const BELOW = [{ view: 'Account' }, { view: 'AccountSettings' }] as const

/** The steps of a login by e-mail. */
export const EMAIL_STATES: readonly ViewState[] = [
  { view: 'Connect', name: 'e-mail first', options: EMAIL, fill: recommendLinked, target: { view: 'Connect' } },
  {
    view: 'Connect',
    name: 'e-mail after wallets',
    options: { ...EMAIL, features: { connectMethodsOrder: ['wallet', 'email'] } },
    fill: recommendLinked,
    target: { view: 'Connect' },
  },
  {
    view: 'Connect',
    name: 'e-mail, wallets behind a button',
    options: { ...EMAIL, features: { collapseWallets: true } },
    fill: recommendLinked,
    target: { view: 'Connect' },
  },
  {
    view: 'Connect',
    name: 'e-mail off',
    options: { ...EMAIL, features: { email: false, socials: false } },
    fill: recommendLinked,
    target: { view: 'Connect' },
  },
  {
    view: 'UpgradeEmailWallet',
    name: 'standard account',
    options: EMAIL,
    fill: holdBehindEmail,
    below: BELOW,
    target: { view: 'UpgradeEmailWallet' },
  },
  {
    view: 'UpgradeEmailWallet',
    name: 'smart account',
    options: EMAIL,
    fill: holdSmart('smartAccount', 'eoa'),
    below: BELOW,
    target: { view: 'UpgradeEmailWallet' },
  },
  {
    view: 'SmartAccountSettings',
    name: 'smart account',
    options: EMAIL,
    fill: holdSmart('smartAccount', 'eoa'),
    below: BELOW,
    target: { view: 'SmartAccountSettings' },
  },
  {
    view: 'SmartAccountSettings',
    name: 'standard account',
    options: EMAIL,
    fill: holdSmart('eoa', 'smartAccount'),
    below: BELOW,
    target: { view: 'SmartAccountSettings' },
  },
  {
    view: 'SmartAccountSettings',
    name: 'not on this network',
    options: EMAIL,
    fill: holdSmart('eoa'),
    below: BELOW,
    target: { view: 'SmartAccountSettings' },
  },
  {
    view: 'AccountSettings',
    name: 'behind an e-mail, smart account',
    options: EMAIL,
    fill: holdSmart('smartAccount', 'eoa'),
    below: [{ view: 'Account' }],
    target: { view: 'AccountSettings' },
  },
  { view: 'EmailLogin', name: 'empty', target: { view: 'EmailLogin' }, options: EMAIL },
  {
    view: 'EmailLogin',
    name: 'address of last time, forgetful browser',
    target: { view: 'EmailLogin' },
    options: EMAIL,
    fill: (instance) => loginOf(instance).set(() => ({ ...LOGIN, storage: 'none' })),
  },
  {
    view: 'EmailVerifyOtp',
    name: 'waiting',
    target: { view: 'EmailVerifyOtp' },
    options: EMAIL,
    fill: (instance) => loginOf(instance).set(() => ({ ...LOGIN, nextAt: instance.services.clock.now() + 24_000 })),
  },
  {
    view: 'EmailVerifyOtp',
    name: 'may be sent again',
    target: { view: 'EmailVerifyOtp' },
    options: EMAIL,
    fill: (instance) => loginOf(instance).set(() => ({ ...LOGIN, storage: 'session' })),
  },
  {
    view: 'EmailVerifyDevice',
    name: 'waiting',
    target: { view: 'EmailVerifyDevice' },
    options: EMAIL,
    fill: (instance) => loginOf(instance).set(() => ({ ...LOGIN, nextAt: instance.services.clock.now() + 24_000 })),
  },
  {
    view: 'UpdateEmailWallet',
    name: 'from the settings',
    options: EMAIL,
    fill: holdBehindEmail,
    below: BELOW,
    target: { view: 'UpdateEmailWallet', data: { redirectView: 'AccountSettings' } },
  },
  {
    view: 'UpdateEmailPrimaryOtp',
    name: 'waiting',
    options: EMAIL,
    fill: (instance) => {
      holdBehindEmail(instance)
      loginOf(instance).set(() => ({ nextAt: instance.services.clock.now() + 24_000 }))
    },
    below: BELOW,
    target: { view: 'UpdateEmailPrimaryOtp', data: CHANGE },
  },
  {
    view: 'UpdateEmailSecondaryOtp',
    name: 'long address, may start over',
    options: EMAIL,
    fill: holdBehindEmail,
    below: BELOW,
    target: { view: 'UpdateEmailSecondaryOtp', data: CHANGE },
  },
  {
    view: 'Account',
    name: 'e-mail wallet without a backup',
    options: EMAIL,
    fill: holdBehindEmail,
    target: { view: 'Account' },
  },
  {
    view: 'AccountSettings',
    name: 'e-mail wallet',
    options: EMAIL,
    fill: holdBehindEmail,
    below: [{ view: 'Account' }],
    target: { view: 'AccountSettings' },
  },
  { view: 'ApproveTransaction', name: 'before the frame', target: { view: 'ApproveTransaction' }, options: EMAIL },
]
