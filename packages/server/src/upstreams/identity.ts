/** Names and avatars from ENS. Sources: ENSIP-3, ENSIP-12, ENSIP-19, EIP-3668; service reference, section 2.2. */
import type { Identity } from '@latchkey/wire'
import { BaseError, ContractFunctionExecutionError, createPublicClient, custom, type Hex, HttpRequestError } from 'viem'
import { mainnet } from 'viem/chains'
import { sniffContentType } from '../directory/picture.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import type { RpcPool } from './rpcPool.ts'

/** How long an identity, also "none", is remembered, in ms. Source: service reference, section 2.2. */
export const IDENTITY_LIFETIME_MS = 24 * 60 * 60_000

/** Largest picture that travels inside an identity, in bytes. Source: SEC-84. */
export const AVATAR_LIMIT = 64 * 1024

/** An identity with the time until which it holds, in ms since 1970. */
export type HeldIdentity = { readonly identity: Identity; readonly expiresAt: number }

/** Keeps identities between starts. Addresses are in lower case. */
export type IdentityStore = {
  find(address: string, now: number): Promise<HeldIdentity | undefined>
  save(address: string, held: HeldIdentity, now: number): Promise<void>
}

/** Looks up the name and avatar of an EVM address. Throws `RequestError` UPSTREAM_UNAVAILABLE. */
export type FetchIdentity = (address: string) => Promise<HeldIdentity>

/** Makes the look-up. Without a pool of Ethereum's main network nobody has a name. */
export function createIdentity(parameters: {
  pool: RpcPool | undefined
  guardedFetch: GuardedFetch
  store: IdentityStore
  clock: Clock
}): FetchIdentity {
  const { pool, clock, store } = parameters
  const client = pool === undefined ? undefined : createEnsClient(pool, parameters.guardedFetch)
  const reading = new Map<string, Promise<HeldIdentity>>()

  async function look(address: string): Promise<HeldIdentity> {
    const now = clock.now()
    const kept = await store.find(address, now)
    if (kept !== undefined) return kept
    const name = client === undefined ? null : await ask(() => client.getEnsName({ address: address as Hex }))
    const avatar = client === undefined || name === null ? null : await fetchAvatar(client, name)
    const held = {
      identity: { name, avatar, resolvedAt: new Date(now).toISOString() },
      expiresAt: now + IDENTITY_LIFETIME_MS,
    }
    await store.save(address, held, now)
    return held
  }

  async function fetchAvatar(ens: EnsClient, name: string): Promise<string | null> {
    const text = await ask(() => ens.getEnsText({ name, key: 'avatar' }))
    if (text === null || !text.startsWith('https://')) return null
    try {
      const answer = await parameters.guardedFetch(text)
      const kind = answer.status === 200 && answer.body.length <= AVATAR_LIMIT ? sniffContentType(answer.body) : null
      return kind === null ? null : `data:${kind};base64,${Buffer.from(answer.body).toString('base64')}`
    } catch {
      return null
    }
  }

  return (written) => {
    const address = written.toLowerCase()
    const running = reading.get(address)
    if (running !== undefined) return running
    const started = look(address).finally(() => reading.delete(address))
    reading.set(address, started)
    return started
  }
}

type EnsClient = ReturnType<typeof createEnsClient>

function createEnsClient(pool: RpcPool, guardedFetch: GuardedFetch) {
  return createPublicClient({
    chain: mainnet,
    transport: custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          const [answer] = await pool.send([{ method, params }])
          if (answer === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.')
          if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
          return answer.result
        },
      },
      { retryCount: 0 },
    ),
    ccipRead: {
      // Contracts choose these addresses, so they go through the guard like everything else that data names (SEC-110).
      async request({ data, sender, urls }) {
        for (const template of urls) {
          if (!template.includes('{data}')) continue
          const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
          const answer = await guardedFetch(url).catch(() => undefined)
          const body = answer?.status === 200 ? readCcipAnswer(answer.body) : undefined
          if (body !== undefined) return body
        }
        throw new Error('no off-chain resolver answered')
      },
    },
  })
}

function readCcipAnswer(body: Uint8Array): Hex | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body))
    const data = typeof parsed === 'object' && parsed !== null && 'data' in parsed ? parsed.data : undefined
    return typeof data === 'string' && /^0x[0-9a-fA-F]*$/.test(data) ? (data as Hex) : undefined
  } catch {
    return undefined
  }
}

/** A contract that reverts or is absent means "none"; a node that cannot be reached is a failure of ours. */
async function ask(read: () => Promise<string | null>): Promise<string | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BaseError) {
      const outage = error.walk((each) => each instanceof RequestError || each instanceof HttpRequestError)
      if (outage === null && error.walk((each) => each instanceof ContractFunctionExecutionError) !== null) return null
      if (outage instanceof RequestError) throw outage
    }
    throw new RequestError('UPSTREAM_UNAVAILABLE', 'Names cannot be read at the moment.', {
      field: 'address',
      cause: error,
    })
  }
}
