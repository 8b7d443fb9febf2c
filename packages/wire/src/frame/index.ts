/**
 * The messages between a page and the frame of the embedded wallet, whole: every call with its answers, and what the frame says by
 * itself. Both sides read by these functions alone, and drop what they refuse (SEC-32).
 */
import * as v from 'valibot'
import * as account from './account.ts'
import { APP_PREFIX, FRAME_PREFIX, failure, messageId, type Payload } from './call.ts'
import * as login from './login.ts'
import * as page from './page.ts'
import { isPlain } from './plain.ts'
import * as rpc from './rpc.ts'
import * as social from './social.ts'

/** Every call of a page, by the name that travels. */
export const FRAME_CALLS = {
  SWITCH_NETWORK: account.SWITCH_NETWORK,
  CONNECT_EMAIL: login.CONNECT_EMAIL,
  CONNECT_DEVICE: login.CONNECT_DEVICE,
  CONNECT_OTP: login.CONNECT_OTP,
  CONNECT_SOCIAL: social.CONNECT_SOCIAL,
  GET_SOCIAL_REDIRECT_URI: social.GET_SOCIAL_REDIRECT_URI,
  GET_FARCASTER_URI: social.GET_FARCASTER_URI,
  CONNECT_FARCASTER: social.CONNECT_FARCASTER,
  GET_USER: account.GET_USER,
  SIGN_OUT: login.SIGN_OUT,
  IS_CONNECTED: account.IS_CONNECTED,
  GET_CHAIN_ID: account.GET_CHAIN_ID,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: account.GET_SMART_ACCOUNT_ENABLED_NETWORKS,
  INIT_SMART_ACCOUNT: account.INIT_SMART_ACCOUNT,
  SET_PREFERRED_ACCOUNT: account.SET_PREFERRED_ACCOUNT,
  RPC_REQUEST: rpc.RPC_REQUEST,
  RPC_ABORT: rpc.RPC_ABORT,
  UPDATE_EMAIL: login.UPDATE_EMAIL,
  UPDATE_EMAIL_PRIMARY_OTP: login.UPDATE_EMAIL_PRIMARY_OTP,
  UPDATE_EMAIL_SECONDARY_OTP: login.UPDATE_EMAIL_SECONDARY_OTP,
  SYNC_THEME: page.SYNC_THEME,
  SYNC_DAPP_DATA: page.SYNC_DAPP_DATA,
  RELOAD: page.RELOAD,
  OPEN_SETTINGS: page.OPEN_SETTINGS,
} as const

/** What the frame says by itself once the channel is open: no id, no answer. */
export const FRAME_NOTICES = {
  ACCOUNT_UPDATE: account.user,
  UI_REQUEST: page.UI_REQUEST,
  UI_DONE: page.UI_DONE,
  OPEN_WINDOW: page.OPEN_WINDOW,
} as const

/** The name of a call. */
export type FrameCallName = keyof typeof FRAME_CALLS
/** What is sent with a call. */
export type FramePayload<Name extends FrameCallName> = v.InferInput<(typeof FRAME_CALLS)[Name]['payload']>
/** What comes back from a call. */
export type FrameAnswer<Name extends FrameCallName> = v.InferOutput<(typeof FRAME_CALLS)[Name]['answer']>
/** The name of a notice. */
export type FrameNoticeName = keyof typeof FRAME_NOTICES

/** A call as the frame reads it. */
export type AppMessage = {
  [Name in FrameCallName]: {
    readonly id: string
    readonly name: Name
    readonly payload: v.InferOutput<(typeof FRAME_CALLS)[Name]['payload']>
  }
}[FrameCallName]

/** What comes out of the frame, as a page reads it. */
export type FrameMessage =
  | {
      [Name in FrameCallName]: {
        readonly kind: 'success'
        readonly id: string
        readonly name: Name
        readonly answer: FrameAnswer<Name>
      }
    }[FrameCallName]
  | {
      readonly kind: 'error'
      readonly id: string
      readonly name: FrameCallName
      readonly failure: v.InferOutput<typeof failure>
    }
  | {
      [Name in FrameNoticeName]: {
        readonly kind: 'notice'
        readonly name: Name
        readonly payload: v.InferOutput<(typeof FRAME_NOTICES)[Name]>
      }
    }[FrameNoticeName]

const envelope = v.strictObject({ type: v.string(), id: v.optional(messageId), payload: v.optional(v.unknown()) })

/** The parts of a message: what is no plain data, or has a field too many, is none. */
const readEnvelope = (value: unknown, prefix: string) => {
  if (!isPlain(value)) return undefined
  const parsed = v.safeParse(envelope, value)
  if (!parsed.success || !parsed.output.type.startsWith(prefix)) return undefined
  return { ...parsed.output, name: parsed.output.type.slice(prefix.length) }
}

const isCall = (name: string): name is FrameCallName => Object.hasOwn(FRAME_CALLS, name)
const isNotice = (name: string): name is FrameNoticeName => Object.hasOwn(FRAME_NOTICES, name)

const read = (schema: Payload, payload: unknown): { readonly value: unknown } | undefined => {
  const parsed = v.safeParse(schema, payload)
  return parsed.success ? { value: parsed.output } : undefined
}

/** Reads what a page sent; undefined for everything that is not exactly one of the calls. */
export const readAppMessage = (value: unknown): AppMessage | undefined => {
  const message = readEnvelope(value, APP_PREFIX)
  if (message?.id === undefined || !isCall(message.name)) return undefined
  const payload = read(FRAME_CALLS[message.name].payload, message.payload)
  // The schema is the one of that name, which TypeScript cannot follow through the table.
  return payload && ({ id: message.id, name: message.name, payload: payload.value } as AppMessage)
}

/** Reads what the frame sent; undefined for everything that is not exactly an answer or a notice. */
export const readFrameMessage = (value: unknown): FrameMessage | undefined => {
  const message = readEnvelope(value, FRAME_PREFIX)
  if (!message) return undefined
  const { id, name } = message
  if (isNotice(name)) {
    const payload = id === undefined ? read(FRAME_NOTICES[name], message.payload) : undefined
    return payload && ({ kind: 'notice', name, payload: payload.value } as FrameMessage)
  }
  const [, call = '', ending] = /^(\w+)_(SUCCESS|ERROR)$/u.exec(name) ?? []
  if (id === undefined || !isCall(call)) return undefined
  if (ending === 'ERROR') {
    const told = v.safeParse(failure, message.payload)
    return told.success ? { kind: 'error', id, name: call, failure: told.output } : undefined
  }
  const answer = read(FRAME_CALLS[call].answer, message.payload)
  return answer && ({ kind: 'success', id, name: call, answer: answer.value } as FrameMessage)
}

const withPayload = (payload: unknown) => (payload === undefined ? {} : { payload })

/** A call as it travels. */
export const writeCall = <Name extends FrameCallName>(id: string, name: Name, payload: FramePayload<Name>) => ({
  type: `${APP_PREFIX}${name}`,
  id,
  ...withPayload(payload),
})

/** An answer as it travels: built of its schema's own fields, so that nothing else ever leaves the frame (SEC-36). */
export const writeAnswer = <Name extends FrameCallName>(id: string, name: Name, answer: FrameAnswer<Name>) => ({
  type: `${FRAME_PREFIX}${name}_SUCCESS`,
  id,
  ...withPayload(v.parse(FRAME_CALLS[name].answer as Payload, answer)),
})

/** A refusal as it travels. */
export const writeFailure = (id: string, name: FrameCallName, told: v.InferInput<typeof failure>) => ({
  type: `${FRAME_PREFIX}${name}_ERROR`,
  id,
  payload: v.parse(failure, told),
})

/** A notice as it travels. */
export const writeNotice = <Name extends FrameNoticeName>(
  name: Name,
  payload: v.InferInput<(typeof FRAME_NOTICES)[Name]>,
) => ({
  type: `${FRAME_PREFIX}${name}`,
  payload: v.parse(FRAME_NOTICES[name] as Payload, payload),
})
