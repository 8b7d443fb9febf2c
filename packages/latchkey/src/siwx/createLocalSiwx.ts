import type { HeldSession, SiwxSession, SiwxSurroundings } from '../core/types/siwx.ts'
import { bytesToHex } from '../evm/hex.ts'
import type { SiwxMethods, SiwxSettings } from './deferSiwx.ts'
import { isSameAccount, writeFields } from './writeFields.ts'

/** Name under which the sessions are kept in this browser. */
const RECORD = 'siwx'

/** Bytes of a nonce: 96 bits. Source: SEC-114. */
const NONCE_BYTES = 12

/** What stands behind `localSiwx`. */
export function createLocalSiwx(settings: SiwxSettings, surroundings: SiwxSurroundings): SiwxMethods {
  const { clock, storage, random, logger } = surroundings
  let isTold = false

  const read = (): readonly SiwxSession[] => parseSessions(storage.get(RECORD)).filter(holds)
  const holds = ({ fields: { expirationTime } }: HeldSession): boolean =>
    expirationTime === undefined || Date.parse(expirationTime) > clock.now()
  const write = (sessions: readonly SiwxSession[]): void => {
    if (sessions.length === 0) storage.remove(RECORD)
    else storage.set(RECORD, JSON.stringify(sessions))
  }
  const isSame = (one: SiwxSession, other: SiwxSession): boolean =>
    one.fields.networkId === other.fields.networkId && isSameAccount(one.fields, other.fields)

  return {
    async createFields(request) {
      if (!isTold) {
        isTold = true
        logger.warn(
          'localSiwx: a sign-in that only this browser knows is not authentication. Use gatewaySiwx or serverSiwx where a server trusts it.',
        )
      }
      return writeFields(surroundings, settings, request, bytesToHex(random(NONCE_BYTES)).slice(2))
    },
    async addSession(session) {
      write([...read().filter((each) => !isSame(each, session)), session])
    },
    async setSessions(sessions) {
      write(sessions)
    },
    async getSessions(request) {
      return read().filter(({ fields }) => isSameAccount(fields, request))
    },
    async revokeSession(request) {
      write(read().filter(({ fields }) => !isSameAccount(fields, request)))
    },
  }
}

/** What storage holds may have been written by anything on the page; what is no session is left out. */
function parseSessions(text: string | undefined): readonly SiwxSession[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isSession) : []
  } catch {
    return []
  }
}

function isSession(value: unknown): value is SiwxSession {
  if (typeof value !== 'object' || value === null || !('fields' in value)) return false
  const { fields } = value
  if (typeof fields !== 'object' || fields === null) return false
  const { networkId, address, expirationTime } = fields as Record<string, unknown>
  return (
    typeof networkId === 'string' &&
    typeof address === 'string' &&
    (expirationTime === undefined || typeof expirationTime === 'string')
  )
}
