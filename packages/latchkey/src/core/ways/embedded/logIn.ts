/** The steps of a login by e-mail, as its views take them. Source: F-42, F-43, F-47. */

import type { FrameAnswer } from '@latchkey/wire/frame'
import type { FailureContext, FailureError } from '../../errors/failure.ts'
import type { Instance } from '../../types/latchkey.ts'
import { tidyEmail } from '../../values/tidyEmail.ts'
import { EMBEDDED_ID } from './embeddedId.ts'
import { FrameCallError } from './frameChannel.ts'
import { loginOf } from './loginStore.ts'
import { openFrame } from './openFrame.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** Rest between two mails, in ms. Source: SEC-58. */
export const MAIL_REST_MS = 30_000

/** How long the link of a mail lives, in ms: for as long it is waited for. Source: SEC-64. */
const LINK_LIFE_MS = 15 * 60_000

/** Storage name of the address that was used last, which the field begins with. Neither secret nor authority (SEC-103). */
const EMAIL_RECORD = 'email'

/** Storage name of the time from which a mail may be asked for again. */
const NEXT_RECORD = 'emailNextAt'

/** What comes next after an address was sent. */
export type LoginAction = FrameAnswer<'CONNECT_EMAIL'>['action']

/** Why a link that was waited for to its end comes to nothing, as the vault says it. */
const LINK_OVER = { message: 'The link of the mail has run out.', reason: 'CHALLENGE_OVER' }

const CONTEXT: FailureContext = { step: 'connect', connectorId: EMBEDDED_ID }

/** Whether a text can be an address: the server has the last word. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(tidyEmail(text))
}

/** What an earlier page load left: the address to begin with, and how long a mail has to wait. */
export function readLogin(instance: Instance): void {
  const { storage } = instance.services
  const nextAt = Number(storage.get(NEXT_RECORD))
  loginOf(instance).set((state) => ({
    ...state,
    email: state.email ?? storage.get(EMAIL_RECORD),
    nextAt: state.nextAt ?? (Number.isFinite(nextAt) ? nextAt : undefined),
  }))
}

/** Where a login with this address goes on that the visitor left in the middle, without another mail; undefined: there is none. */
export function findStep(instance: Instance, typed: string): LoginAction | undefined {
  const { email, step } = loginOf(instance).get()
  return email === tidyEmail(typed) ? step : undefined
}

/** Sends an address. Rejects with a failure; `CONNECT`: the device is logged in already. */
export async function sendEmail(instance: Instance, typed: string): Promise<LoginAction> {
  const email = tidyEmail(typed)
  instance.track('EMAIL_SUBMITTED', {})
  const { action } = await askAboutMail(instance, 'send', () =>
    openFrame(instance).channel.call('CONNECT_EMAIL', { email }),
  )
  loginOf(instance).set((state) => ({
    ...state,
    email,
    step: action,
    storage: openFrame(instance).channel.getStorage(),
  }))
  if (action !== 'CONNECT') restMails(instance, MAIL_REST_MS)
  if (action === 'VERIFY_OTP') instance.track('EMAIL_VERIFICATION_CODE_SENT', {})
  tellStorage(instance)
  return action
}

/** Waits for the link of the mail to be approved: for as long as it lives, or until `signal` ends. The code is on its way then. */
export async function waitForDevice(instance: Instance, signal: AbortSignal): Promise<void> {
  const { clock } = instance.services
  const end = clock.now() + LINK_LIFE_MS
  for (;;) {
    try {
      await openFrame(instance).channel.call('CONNECT_DEVICE', undefined, { signal })
      loginOf(instance).set((state) => ({ ...state, step: 'VERIFY_OTP' }))
      restMails(instance, MAIL_REST_MS)
      instance.track('DEVICE_REGISTERED_FOR_EMAIL', {})
      instance.track('EMAIL_VERIFICATION_CODE_SENT', {})
      return
    } catch (error) {
      // A person takes longer than a call lasts.
      const isLate = error instanceof FrameCallError && error.kind === 'late'
      // Whoever left the view knows.
      if (signal.aborted) throw error
      if (isLate && clock.now() < end) continue
      throw fail(instance, isLate ? new FrameCallError('refused', LINK_OVER) : error)
    }
  }
}

/** Sends the six digits. Rejects with a failure; `CODE_NOT_ACCEPTED` where another try may be right. */
export async function sendCode(instance: Instance, otp: string): Promise<void> {
  await askAboutMail(instance, 'code', () => openFrame(instance).channel.call('CONNECT_OTP', { otp }))
  instance.track('EMAIL_VERIFICATION_CODE_PASS', {})
  instance.services.storage.remove(NEXT_RECORD)
  const { email } = loginOf(instance).get()
  if (email !== undefined) instance.services.storage.set(EMAIL_RECORD, email)
  loginOf(instance).set((state) => ({ ...state, step: undefined, nextAt: undefined }))
}

/** Asks the frame to mail something or to take a code. Rejects with a failure, which the host is told; where the server wants rest, there is some. */
export async function askAboutMail<Answer>(
  instance: Instance,
  what: 'send' | 'code',
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const failure = fail(instance, error)
    const { cause } = failure
    if (what === 'code') instance.track('EMAIL_VERIFICATION_CODE_FAIL', { message: failure.code })
    if (what === 'send' && cause instanceof FrameCallError && cause.retryAfter)
      restMails(instance, cause.retryAfter * 1_000)
    throw failure
  }
}

/** Names a failure, and tells the host. */
function fail(instance: Instance, error: unknown): FailureError {
  const failure = toFrameFailure(error, CONTEXT)
  instance.fail({ ...CONTEXT, code: failure.code, final: failure.code !== 'CODE_NOT_ACCEPTED', cause: failure.cause })
  return failure
}

/** No mail is asked for during so many ms. */
export function restMails(instance: Instance, delayMs: number): void {
  const nextAt = instance.services.clock.now() + delayMs
  instance.services.storage.set(NEXT_RECORD, String(nextAt))
  loginOf(instance).set((state) => ({ ...state, nextAt }))
}

/** Says once that this browser keeps nothing of the frame (F-43). */
function tellStorage(instance: Instance): void {
  const { said } = instance.live
  const { storage } = loginOf(instance).get()
  if (storage === 'kept' || storage === undefined || said.has('FRAME_STORAGE_BLOCKED')) return
  said.add('FRAME_STORAGE_BLOCKED')
  instance.fail({ ...CONTEXT, code: 'FRAME_STORAGE_BLOCKED', final: false })
}
