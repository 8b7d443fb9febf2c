import type { OwnKeys } from '../custody/ownKeys.ts'
import { servePage } from '../custody/page.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import type { Post } from '../mail/createPost.ts'
import { type MailFacts, type Notice, noticeMail } from '../mail/texts.ts'
import type { Clock } from '../ports.ts'
import { addLink, findLink, removeOtherSessions } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'
import { setFrozen } from '../storage/wallets.ts'
import type { Audit } from './audit.ts'

/** How long the link of a notice freezes, in ms. */
const LINK_MS = 30 * 24 * 60 * 60_000

const PATH = '/v1/login/not-me'

/** What is told by mail, with a link that freezes the wallet (SEC-79). */
export type Notices = {
  /** Nothing goes out for whoever has no address here. */
  tell(user: { id: string; contact: string | null }, what: Notice, facts: MailFacts): Promise<void>
  /** Serves the pages of the links: looking at one does nothing. */
  mount(app: GatewayApp): void
}

export function createNotices(parameters: {
  storage: Queryable
  keys: OwnKeys
  audit: Audit
  post: Post
  clock: Clock
  /** Where people reach the gateway. */
  publicUrl: string
}): Notices {
  const { storage, keys, audit, post, clock, publicUrl } = parameters
  return {
    async tell(user, what, facts) {
      if (user.contact === null) return
      const token = createToken()
      await addLink(storage, { idHash: hashToken(token), userId: user.id, expiresAt: clock.now() + LINK_MS })
      post.post({ to: user.contact, ...noticeMail(facts, { what, link: `${publicUrl}${PATH}/${token}` }) }, 'notice')
    },
    mount(app) {
      servePage(app, {
        name: 'notMe',
        path: PATH,
        origin: new URL(publicUrl).origin,
        mark: keys.mark,
        find: (token) => findLink(storage, hashToken(token), clock.now()),
        show: (_found, say) => ({
          title: say('freezeTitle'),
          lines: [say('freezeLine')],
          buttons: [{ value: 'freeze', label: say('freeze') }],
        }),
        async act(userId, _value, _token, say) {
          const isThere = await setFrozen(storage, userId, clock.now())
          await removeOtherSessions(storage, userId, '')
          await audit.add(userId, 'frozen', { by: 'link' })
          return { title: say(isThere ? 'frozenTitle' : 'loggedOutTitle'), lines: [say('close')] }
        },
      })
    },
  }
}
