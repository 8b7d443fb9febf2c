import { isLatchkeyError, LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { getNamespace } from '../core/types/network.ts'
import type { HeldSession, SiwxRequest, SiwxSession, SiwxSurroundings } from '../core/types/siwx.ts'
import type { SiwxMethods } from './deferSiwx.ts'
import type { ServerSession, ServerSiwxOptions } from './serverSiwxOptions.ts'
import { isSameAccount, writeFields } from './writeFields.ts'

/** The calls behind `serverSiwx`. */
export function createServerSiwx(options: ServerSiwxOptions, surroundings: SiwxSurroundings): SiwxMethods {
  async function find(request: SiwxRequest): Promise<readonly HeldSession[]> {
    const found = await reach(() => options.getSession(request))
    const list: readonly ServerSession[] =
      found === null || found === undefined ? [] : 'address' in found ? [found] : found
    return list.flatMap((session) => toSession(session, request))
  }

  async function add(session: SiwxSession, signal?: AbortSignal): Promise<void> {
    if (!(await reach(() => options.verifyMessage(session, signal)))) {
      throw new LatchkeyError('SIGNATURE_UNVERIFIED', 'The server of this site did not accept the signature.')
    }
    const { networkId, address } = session.fields
    options.onSignIn?.({ address, networkId })
  }

  async function end(request: SiwxRequest | undefined): Promise<void> {
    const isEnded = await reach(() => options.signOut(request))
    if (isEnded === false) {
      throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', 'The server of this site did not end the session.')
    }
    options.onSignOut?.()
  }

  return {
    async createFields(request) {
      const [nonce, more] = await Promise.all([
        reach(() => options.getNonce(request)),
        reach(async () => options.getMessageParams?.()),
      ])
      return { ...writeFields(surroundings, options, request, nonce), ...more }
    },
    addSession: add,
    async setSessions(sessions) {
      await end(undefined)
      for (const each of sessions) await add(each)
    },
    getSessions: find,
    revokeSession: end,
  }
}

/** A session that fits the account that is asked about, whatever its case (F-35). */
function toSession(session: ServerSession, request: SiwxRequest): readonly HeldSession[] {
  const { address, chainId } = session
  const networkId =
    session.networkId ?? (chainId === undefined ? undefined : (`eip155:${chainId}` as const)) ?? request.networkId
  if (getNamespace(networkId) !== getNamespace(request.networkId)) return []
  return isSameAccount({ networkId, address }, request) ? [{ address, fields: { networkId } }] : []
}

/** A call of the site. What it throws without a code means that the server is not there. */
async function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    if (isLatchkeyError(cause) || (cause instanceof DOMException && cause.name === 'AbortError')) throw cause
    throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', 'The server of this site could not be asked.', { cause })
  }
}
