/**
 * Every code that a gateway answers, with its HTTP status. The list is closed; a code never changes meaning.
 * Statuses: RFC 9110.
 */
export const WIRE_CODES = {
  /** A query or path field is missing or malformed; `reasons` names it. */
  INPUT_INVALID: 400,
  /** The body is not JSON, nests too deep, or does not fit; `reasons` names the field. */
  BODY_INVALID: 400,
  /** Neither an EVM nor a Solana address. */
  ADDRESS_INVALID: 400,
  /** The gateway's configuration has no such chain, or the call does not serve its namespace. */
  CHAIN_UNSUPPORTED: 400,
  /** The chain has no bundler here, or none of that name. */
  BUNDLER_UNKNOWN: 400,
  /** Nobody pays for that user operation here: its calls cannot be read, go elsewhere than the operator's rules let, or cost too much. */
  SPONSOR_REFUSED: 403,
  /** The account, or the project, has been paid for as much today as the operator lets. */
  SPONSOR_BUDGET_SPENT: 403,
  /** A token cannot be swapped, approved or priced here; `reasons` names it. */
  ASSET_UNSUPPORTED: 400,
  /** No market has a way from one token to the other for that amount. */
  LIQUIDITY_INSUFFICIENT: 400,
  /** Less would come out of a swap than was agreed to: ask for a new quote. */
  QUOTE_MOVED: 409,
  /** A name that nobody may register here: its spelling, its zone, reserved, or an attribute or address that does not fit. */
  NAME_REFUSED: 400,
  /** Somebody has that name, or one that looks like it, or the account has one already. */
  NAME_TAKEN: 400,
  /** A text about a name that does not say what the request does, is too old, or whose nonce was used or ran out. */
  NAME_TEXT_REFUSED: 400,
  /** Prices cannot be given in that currency. */
  CURRENCY_UNSUPPORTED: 400,
  /** No project has that id. */
  PROJECT_UNKNOWN: 401,
  /** A sign-in text that is no strict sign-in message, or whose fields contradict the request; `reasons` names the field. */
  SIGN_IN_MESSAGE_INVALID: 400,
  /** A sign-in text that is issued, begins or ends at a time that is not taken; `reasons` names the field. */
  SIGN_IN_TIME_WRONG: 400,
  /** A nonce that is unknown, used, run out, or was given to another project or page. */
  SIGN_IN_NONCE_REFUSED: 400,
  /** The signature is not one of the account for this text. */
  SIGNATURE_REFUSED: 401,
  /** There is no session, it was ended, or it belongs to another page. */
  SESSION_REFUSED: 401,
  /** A sign-in text that names another site than the page that sent it. */
  SIGN_IN_SITE_WRONG: 403,
  /** The page's origin is not on the project's list. */
  ORIGIN_NOT_ALLOWED: 403,
  /** Nothing lives at that path. */
  NOT_FOUND: 404,
  /** The path exists, the method does not. */
  METHOD_NOT_ALLOWED: 405,
  /** The body is larger than the path allows. */
  BODY_TOO_LARGE: 413,
  /** The address is longer than 8 KiB. */
  URL_TOO_LONG: 414,
  /** Compressed request bodies are not read. */
  BODY_ENCODING_UNSUPPORTED: 415,
  /** The path speaks WebSocket only to a GET. */
  UPGRADE_REQUIRED: 426,
  /** Too many calls; `Retry-After` says when to come back. */
  RATE_LIMITED: 429,
  /** A fault of the gateway. */
  INTERNAL: 500,
  /** Every source of the answer failed. Never answered as zero or empty. */
  UPSTREAM_UNAVAILABLE: 503,
  /** The gateway is starting or stopping, or its database is away or full. */
  NOT_READY: 503,
  /** The answer took longer than the gateway's time limit. */
  TIMED_OUT: 504,
} as const

/** A code of the closed list of gateway errors. */
export type WireCode = keyof typeof WIRE_CODES

/** One field that was refused, and why, in words for a developer. */
export type WireReason = { readonly field: string; readonly description: string }

/** What every failing answer carries, except on JSON-RPC paths. */
export type WireErrorBody = {
  readonly status: 'FAILED'
  readonly code: WireCode
  readonly message: string
  readonly requestId: string
  readonly reasons: readonly WireReason[]
}

/** Whether a text is a code of the closed list. */
export function isWireCode(code: string): code is WireCode {
  return Object.hasOwn(WIRE_CODES, code)
}

/**
 * Reads an error body, also of a gateway that is newer or not ours: an unknown code becomes the code of its HTTP
 * status, and anything unreadable becomes a body made from the status alone. By hand, because a page reads its first
 * answers before it has loaded a schema.
 */
export function parseWireError(body: unknown, httpStatus: number): WireErrorBody {
  const read = readBody(body)
  const { reasons = [] } = read
  return {
    status: 'FAILED',
    code: read.code !== undefined && isWireCode(read.code) ? read.code : codeOfStatus(httpStatus),
    message: read.message ?? reasons[0]?.description ?? `The gateway answered ${httpStatus}.`,
    requestId: read.requestId ?? '',
    reasons,
  }
}

type ReadBody = {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly requestId?: string | undefined
  readonly reasons?: readonly WireReason[] | undefined
}

/** The fields of an error body; none where one of them is of another kind. */
function readBody(body: unknown): ReadBody {
  if (!isRecord(body)) return {}
  if (body.status === 'FAILED') {
    const { code, message, requestId, reasons } = body
    if (!isTextOrAbsent(code) || !isTextOrAbsent(message) || !isTextOrAbsent(requestId)) return {}
    if (reasons !== undefined && !(Array.isArray(reasons) && reasons.every(isReason))) return {}
    return {
      code,
      message,
      requestId,
      reasons: reasons?.map(({ field, description }: WireReason) => ({ field, description })),
    }
  }
  // The error of a JSON-RPC path carries the code inside its data.
  const { error } = body
  if (!isRecord(error) || typeof error.message !== 'string' || !isRecord(error.data)) return {}
  const { code, requestId } = error.data
  if (typeof code !== 'string' || !isTextOrAbsent(requestId)) return {}
  return { code, message: error.message, requestId }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function isReason(value: unknown): value is WireReason {
  return isRecord(value) && typeof value.field === 'string' && typeof value.description === 'string'
}

function codeOfStatus(httpStatus: number): WireCode {
  if (httpStatus === 401) return 'PROJECT_UNKNOWN'
  if (httpStatus === 403) return 'ORIGIN_NOT_ALLOWED'
  if (httpStatus === 404) return 'NOT_FOUND'
  if (httpStatus === 405) return 'METHOD_NOT_ALLOWED'
  if (httpStatus === 409) return 'QUOTE_MOVED'
  if (httpStatus === 413) return 'BODY_TOO_LARGE'
  if (httpStatus === 414) return 'URL_TOO_LONG'
  if (httpStatus === 415) return 'BODY_ENCODING_UNSUPPORTED'
  if (httpStatus === 426) return 'UPGRADE_REQUIRED'
  if (httpStatus === 429) return 'RATE_LIMITED'
  if (httpStatus === 408 || httpStatus === 504) return 'TIMED_OUT'
  if (httpStatus === 502 || httpStatus === 503) return 'UPSTREAM_UNAVAILABLE'
  return httpStatus >= 400 && httpStatus < 500 ? 'INPUT_INVALID' : 'INTERNAL'
}
