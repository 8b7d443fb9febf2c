/** The steps of a change of the address behind an e-mail wallet, as their views take them. */

import type { FrameAnswer } from '@latchkey/wire/frame'
import type { Instance } from '../../types/latchkey.ts'
import { tidyEmail } from '../../values/tidyEmail.ts'
import { embeddedOf } from './embeddedStore.ts'
import { askAboutMail, MAIL_REST_MS, restMails } from './logIn.ts'
import { openFrame } from './openFrame.ts'

/** Which code comes first. */
export type ChangeAction = FrameAnswer<'UPDATE_EMAIL'>['action']

/** Asks for another address. Rejects with a failure. */
export async function startEmailChange(instance: Instance, typed: string): Promise<ChangeAction> {
  const email = tidyEmail(typed)
  instance.track('EMAIL_EDIT', {})
  const { action } = await askAboutMail(instance, 'send', () =>
    openFrame(instance).channel.call('UPDATE_EMAIL', { email }),
  )
  restMails(instance, MAIL_REST_MS)
  return action
}

/** Sends the code of the mail to the old address; the one to the new address is on its way then. */
export async function sendOldCode(instance: Instance, otp: string): Promise<void> {
  await askAboutMail(instance, 'code', () => openFrame(instance).channel.call('UPDATE_EMAIL_PRIMARY_OTP', { otp }))
  instance.track('EMAIL_VERIFICATION_CODE_PASS', {})
  restMails(instance, MAIL_REST_MS)
}

/** Sends the code of the mail to the new address, which is the wallet's from then on. */
export async function sendNewCode(instance: Instance, otp: string): Promise<string> {
  const { newEmail } = await askAboutMail(instance, 'code', () =>
    openFrame(instance).channel.call('UPDATE_EMAIL_SECONDARY_OTP', { otp }),
  )
  instance.track('EMAIL_VERIFICATION_CODE_PASS', {})
  restMails(instance, 0)
  embeddedOf(instance).set((state) => ({ ...state, user: { ...state.user, email: newEmail } }))
  return newEmail
}
