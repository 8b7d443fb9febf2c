/** Calls by which a visitor logs in and out. */
import * as v from 'valibot'
import { defineCall } from './call.ts'

/** A person has to act elsewhere: read a mail, confirm a page, hold up a phone. */
export const PERSON_TIMEOUT = 120_000

/** An address as it was typed; its grammar is checked where it is used (SEC-61). */
export const email = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(254), v.includes('@'))

/** The six digits of a code. */
export const otp = v.pipe(v.string(), v.regex(/^\d{6}$/u, 'expected six digits'))

/** What comes next: the link in a mail (an unknown device), the code, or nothing, because the device is logged in. */
export const CONNECT_EMAIL = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ email }),
  answer: v.strictObject({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
})

/** Answered once the link in the mail was confirmed. Asked again silently while the link lives. */
export const CONNECT_DEVICE = /* @__PURE__ */ defineCall({ timeoutMs: PERSON_TIMEOUT })

export const CONNECT_OTP = /* @__PURE__ */ defineCall({ payload: v.strictObject({ otp }) })

/** A page waits 3 s at most: leaving never hangs. */
export const SIGN_OUT = /* @__PURE__ */ defineCall({ timeoutMs: 3000 })

/** Changing the address of a wallet: first a code to the old one, unless the session is fresh, then one to the new one. */
export const UPDATE_EMAIL = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ email }),
  answer: v.strictObject({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
})

export const UPDATE_EMAIL_PRIMARY_OTP = /* @__PURE__ */ defineCall({ payload: v.strictObject({ otp }) })

export const UPDATE_EMAIL_SECONDARY_OTP = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ otp }),
  answer: v.strictObject({ newEmail: email }),
})
