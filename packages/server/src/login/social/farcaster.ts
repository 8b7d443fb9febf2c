import { commitPlainNonce } from '@latchkey/wire/custody/social'
import { checkFarcaster, FarcasterAwayError } from '../../custody/checkFarcaster.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { moveSocial, type SocialOutcome, type StoredSocial, settleSocial } from '../../storage/socials.ts'
import type { Queryable } from '../../storage/storage.ts'
import type { Channels } from './channels.ts'
import { readName, SocialError } from './provider.ts'

/** Id and issuer of whoever logs in by Farcaster. */
export const FARCASTER = 'farcaster'

/** Logins by the Farcaster app of a phone. Source: SEC-71. */
export type Farcaster = {
  /** Opens a channel for a device. `own`: the gateway's part of the nonce. Throws `RequestError` NOT_READY. */
  open(
    login: { readonly host: string; readonly thumbprint: string; readonly own: string },
    until: number,
  ): Promise<{ readonly token: string; readonly url: string }>
  /** Looks whether the phone has answered, and keeps what came of it. */
  look(social: StoredSocial): Promise<void>
}

export function createFarcaster(parameters: {
  channels: Channels
  rpcUrl: string
  storage: Queryable
  clock: Clock
}): Farcaster {
  const { channels, rpcUrl, storage, clock } = parameters

  async function check({ host, nonce, thumbprint }: StoredSocial, answer: { message: string; signature: string }) {
    const { message, signature } = answer
    const wanted = await commitPlainNonce(thumbprint, nonce)
    return checkFarcaster({ message, signature, host, nonce: wanted, rpcUrl, now: clock.now() })
  }

  return {
    async open({ host, thumbprint, own }, until) {
      const request = { domain: new URL(host).host, siweUri: host, nonce: await commitPlainNonce(thumbprint, own) }
      try {
        return await channels.open(request, until)
      } catch (error) {
        if (!(error instanceof SocialError)) throw error
        throw new RequestError('NOT_READY', 'The relay of Farcaster is away.', { retryAfterSeconds: 5 })
      }
    },
    async look(social) {
      const { channel, stateHash, provider } = social
      let outcome: SocialOutcome
      try {
        const answer = channel === null ? undefined : await channels.look(channel)
        if (answer === undefined) return
        const moved = await moveSocial(storage, { stateHash, provider, from: ['sent'], to: 'back', now: clock.now() })
        if (moved === undefined) return
        const fid = await check(social, answer)
        const { message, signature } = answer
        outcome =
          fid === undefined
            ? { step: 'failed', failure: 'refused' }
            : {
                step: 'ready',
                issuer: FARCASTER,
                subject: fid,
                userName: readName(answer.username),
                idToken: JSON.stringify({ message, signature }),
                readyAt: clock.now(),
              }
      } catch (error) {
        if (!(error instanceof SocialError || error instanceof FarcasterAwayError)) throw error
        outcome = { step: 'failed', failure: 'away' }
      }
      await settleSocial(storage, stateHash, outcome)
    },
  }
}
