import { loginOf } from '../../latchkey/src/core/ways/embedded/loginStore.ts'
import type { ViewState } from './viewState.ts'

/** A site whose frame never comes: nothing is asked of a network. */
const EMAIL = { frameUrl: 'https://wallet.example', projectId: 'hollowpine' } as const

const LOGIN = { email: 'mira@hollowpine.studio' }

/** The steps of a login by e-mail. */
export const EMAIL_STATES: readonly ViewState[] = [
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
  { view: 'ApproveTransaction', name: 'before the frame', target: { view: 'ApproveTransaction' }, options: EMAIL },
]
