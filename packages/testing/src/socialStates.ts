import { FailureError } from '../../latchkey/src/core/errors/failure.ts'
import type { FailureCode } from '../../latchkey/src/core/errors/failureCodes.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import { embeddedOf } from '../../latchkey/src/core/ways/embedded/embeddedStore.ts'
import { type SocialLogin, type SocialProvider, socialOf } from '../../latchkey/src/core/ways/embedded/socialStore.ts'
import { EMBEDDED_WALLET } from './emailStates.ts'
import { connectTo, hold, recommendLinked } from './fills.ts'
import { TOKENS } from './fixtures.ts'
import type { ViewState } from './viewState.ts'

/** A site whose frame never comes: nothing is asked of a network. */
const SOCIAL = {
  frameUrl: 'https://wallet.example',
  gatewayUrl: 'https://gateway.hollowpine.example',
  projectId: 'hollowpine',
} as const

const service = (id: string, label: string, icon: string | null = null): SocialProvider => ({ id, label, icon })

/** An issuer that an operator has named, with a picture of its own. */
const STUDIO = service(
  'studio',
  'Hollowpine Studio',
  `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2f6f4f"/><path d="M20 6 31 30H9Z" fill="#fff"/></svg>',
  )}`,
)

/** What a gateway has that has all of the usual ones. */
export const SERVICES: readonly SocialProvider[] = [
  service('google', 'Google'),
  service('x', 'X'),
  service('discord', 'Discord'),
  service('farcaster', 'Farcaster'),
  service('github', 'GitHub'),
  service('apple', 'Apple'),
  service('facebook', 'Facebook'),
  STUDIO,
]

const offer =
  (count: number, last?: string) =>
  (instance: Instance): void => {
    recommendLinked(instance)
    socialOf(instance).set((state) => ({ ...state, providers: SERVICES.slice(0, count), last }))
  }

const wait =
  (login: SocialLogin) =>
  (instance: Instance): void =>
    socialOf(instance).set((state) => ({ ...state, providers: SERVICES, login }))

const failed = (provider: string, code: FailureCode, blocked?: number): SocialLogin => ({
  provider,
  phase: 'failed',
  error: new FailureError(code, 'It was played.', { step: 'connect' }),
  blocked,
})

const state = (name: string, login: SocialLogin): ViewState => ({
  view: 'ConnectingSocial',
  name,
  options: SOCIAL,
  fill: wait(login),
  below: [{ view: 'Connect' }],
  target: { view: 'ConnectingSocial', data: { provider: login.provider } },
})

const farcaster = (name: string, login: SocialLogin, url?: string): ViewState => ({
  view: 'ConnectingFarcaster',
  name,
  options: SOCIAL,
  fill: (instance) => {
    wait(login)(instance)
    embeddedOf(instance).set((all) => ({ ...all, farcasterUrl: url }))
  },
  below: [{ view: 'Connect' }],
  target: { view: 'ConnectingFarcaster' },
})

/** A window that stays open. */
const WINDOW = {
  isClosed: () => false,
  isFrom: () => false,
  goTo: () => undefined,
  focus: () => undefined,
  close: () => undefined,
}

const FARCASTER_URL = 'https://relay.hollowpine.example/connect?channelToken=4d3f1a60-9b1d-4c53-8a0e-2f6f1d1c7b21'

/** Logins at other services. */
export const SOCIAL_STATES: readonly ViewState[] = [
  { view: 'Connect', name: 'one service', options: SOCIAL, fill: offer(1), target: { view: 'Connect' } },
  { view: 'Connect', name: 'two services', options: SOCIAL, fill: offer(2), target: { view: 'Connect' } },
  { view: 'Connect', name: 'four services', options: SOCIAL, fill: offer(4), target: { view: 'Connect' } },
  { view: 'Connect', name: 'six services', options: SOCIAL, fill: offer(6), target: { view: 'Connect' } },
  {
    view: 'Connect',
    name: 'all services, GitHub last time',
    options: SOCIAL,
    fill: offer(8, 'github'),
    target: { view: 'Connect' },
  },
  {
    view: 'Connect',
    name: 'services without e-mail, after wallets',
    options: { ...SOCIAL, features: { email: false, connectMethodsOrder: ['wallet', 'social'] } },
    fill: offer(3),
    target: { view: 'Connect' },
  },
  {
    view: 'ConnectSocials',
    name: 'all, GitHub last time',
    options: SOCIAL,
    fill: offer(8, 'github'),
    below: [{ view: 'Connect' }],
    target: { view: 'ConnectSocials' },
  },
  {
    view: 'ConnectSocials',
    name: 'inside another app',
    options: SOCIAL,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 340.0',
    fill: offer(8),
    below: [{ view: 'Connect' }],
    target: { view: 'ConnectSocials' },
  },
  {
    view: 'ConnectSocials',
    name: 'none',
    options: SOCIAL,
    below: [{ view: 'Connect' }],
    target: { view: 'ConnectSocials' },
  },
  state('opening', { provider: 'google', phase: 'opening' }),
  {
    ...state('window open', { provider: 'google', phase: 'waiting' }),
    fill: (instance) => {
      instance.live.social = { provider: 'google', opened: WINDOW, cancel: () => undefined }
      wait({ provider: 'google', phase: 'waiting' })(instance)
    },
  },
  state('window gone', { provider: 'discord', phase: 'cut' }),
  state('done there', { provider: 'studio', phase: 'reading' }),
  state('window blocked', failed('google', 'POPUP_BLOCKED', 1)),
  state('window blocked again', failed('google', 'POPUP_BLOCKED', 2)),
  state('said no', failed('github', 'USER_REJECTED')),
  state('out of reach', failed('x', 'FRAME_UNREACHABLE')),
  state('refused inside apps', failed('google', 'SOCIAL_WEBVIEW_REFUSED')),
  farcaster('preparing', { provider: 'farcaster', phase: 'opening' }),
  farcaster('code', { provider: 'farcaster', phase: 'waiting' }, FARCASTER_URL),
  {
    ...farcaster('on a phone', { provider: 'farcaster', phase: 'waiting' }, FARCASTER_URL),
    browser: { isMobile: () => true },
  },
  farcaster('approved', { provider: 'farcaster', phase: 'reading' }, FARCASTER_URL),
  farcaster('failed', failed('farcaster', 'FRAME_UNREACHABLE')),
  {
    view: 'AccountSettings',
    name: 'wallet of a login at a service',
    options: SOCIAL,
    fill: (instance) => {
      hold(TOKENS)(instance)
      connectTo(EMBEDDED_WALLET)(instance)
      embeddedOf(instance).set(() => ({ user: { userName: 'mira' }, socialProvider: 'github', isBackedUp: true }))
      socialOf(instance).set((all) => ({ ...all, providers: SERVICES }))
    },
    below: [{ view: 'Account' }],
    target: { view: 'AccountSettings' },
  },
]
