/** Plays the frame of the embedded wallet for tests: a device with a key of its own that calls the servers as the frame does. */
import { createHash, randomUUID } from 'node:crypto'
import { type CallAnswer, type CallBody, type CustodyCall, HOST_HEADER } from '@latchkey/wire/custody/call'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Origin of the frame in tests. */
export const FRAME = 'https://wallet.example'

/** A device's key, as it signs. */
export type TestDevice = {
  readonly thumbprint: string
  /** Signs a proof; `claims` win over what is right. */
  prove(parameters: {
    url: string
    now: number
    token?: string | undefined
    key?: string | undefined
    claims?: Readonly<Record<string, unknown>> | undefined
    header?: Readonly<Record<string, unknown>> | undefined
  }): Promise<string>
}

export async function createTestDevice(): Promise<TestDevice> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return {
    thumbprint: await calculateJwkThumbprint(jwk, 'sha256'),
    prove({ url, now, token, key, claims, header }) {
      const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64url')
      return new SignJWT({
        jti: randomUUID(),
        htm: 'POST',
        htu: url,
        iat: Math.floor(now / 1000),
        ...(token === undefined ? {} : { ath: hash(token) }),
        ...(key === undefined ? {} : { rpk: hash(Buffer.from(key, 'base64url')) }),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey)
    },
  }
}

/** What a call came to. */
export type TestAnswer<Answer> = {
  readonly status: number
  /** Of a failure; '' where it went well. */
  readonly code: string
  readonly value: Answer
  readonly headers: Headers
  readonly text: string
}

/** What a test may do differently from the frame. */
export type CallChanges = {
  readonly token?: string | undefined
  readonly proof?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly host?: string | undefined
  readonly projectId?: string | undefined
}

/** Makes the calls of one device to one server. */
export function createTestCaller(parameters: {
  device: TestDevice
  /** Where the server is for clients, without a slash at the end. */
  url: string
  /** Asks it. */
  ask: (url: string, init: RequestInit) => Response | Promise<Response>
  now: () => number
  host: string
}) {
  const { device, url, ask, now } = parameters
  return async <C extends CustodyCall>(
    call: C,
    body: CallBody<C>,
    changes: CallChanges = {},
  ): Promise<TestAnswer<CallAnswer<C>>> => {
    const { token } = changes
    const key = (body as { key?: string }).key
    const proof = changes.proof ?? (await device.prove({ url: `${url}${call.path}`, now: now(), token, key }))
    const answer = await ask(`${url}${call.path}?projectId=${changes.projectId ?? 'shop'}`, {
      method: 'POST',
      headers: {
        origin: FRAME,
        'content-type': 'application/json',
        [HOST_HEADER]: changes.host ?? parameters.host,
        dpop: proof,
        ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...changes.headers,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const value = JSON.parse(text) as CallAnswer<C> & { code?: string }
    return {
      status: answer.status,
      code: answer.ok ? '' : (value.code ?? ''),
      value,
      headers: answer.headers,
      text,
    }
  }
}
