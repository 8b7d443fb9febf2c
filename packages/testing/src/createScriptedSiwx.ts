import { getNamespace, type NetworkId } from '../../latchkey/src/core/types/network.ts'
import type { Siwx, SiwxRequest, SiwxSession } from '../../latchkey/src/core/types/siwx.ts'
import { isSameAddress } from '../../latchkey/src/core/values/namespaces.ts'

/** A site's sign-in service that does what a test says, with a count of every call. */
export type ScriptedSiwx = {
  readonly siwx: Siwx
  /** `createFields eip155:1`, `addSession 0x11…`, `getSessions`, `revokeSession`, in their order. */
  readonly asked: string[]
  readonly sessions: SiwxSession[]
  /** Takes the place of a call until it is taken out again. */
  readonly script: { -readonly [Call in 'createFields' | 'addSession' | 'getSessions' | 'revokeSession']?: Siwx[Call] }
}

/** Makes one that keeps what it is given. `site` is where the text says that it is. */
export function createScriptedSiwx(
  parts: Partial<Siwx> = {},
  { site = 'https://hollowpine.test', sessions = [] }: { site?: string; sessions?: SiwxSession[] } = {},
): ScriptedSiwx {
  const asked: string[] = []
  const script: ScriptedSiwx['script'] = {}
  const isOf = (session: SiwxSession, { networkId, address }: Pick<SiwxRequest, 'networkId' | 'address'>): boolean => {
    const namespace = getNamespace(networkId) ?? 'eip155'
    return isSameAddress(namespace, session.address, address)
  }
  const count = (text: string, networkId: NetworkId): void => void asked.push(`${text} ${networkId}`)
  return {
    asked,
    script,
    sessions,
    siwx: {
      createFields: async (request) => {
        count('createFields', request.networkId)
        if (script.createFields) return script.createFields(request)
        return {
          domain: new URL(site).host,
          address: request.address,
          statement: 'Sign in to the shop.',
          uri: `${site}/login`,
          version: '1',
          networkId: request.networkId,
          nonce: `nonce${asked.length}0000`,
          issuedAt: '2023-11-14T22:13:20.000Z',
        }
      },
      addSession: async (session, signal) => {
        count('addSession', session.fields.networkId)
        if (script.addSession) await script.addSession(session, signal)
        else sessions.push(session)
      },
      setSessions: async (list) => void sessions.splice(0, sessions.length, ...list),
      getSessions: async (request) => {
        count('getSessions', request.networkId)
        return script.getSessions ? script.getSessions(request) : sessions.filter((session) => isOf(session, request))
      },
      revokeSession: async (request) => {
        count('revokeSession', request.networkId)
        if (script.revokeSession) await script.revokeSession(request)
        else sessions.splice(0, sessions.length, ...sessions.filter((session) => !isOf(session, request)))
      },
      ...parts,
    },
  }
}
