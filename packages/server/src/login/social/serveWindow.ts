import {
  SOCIAL_CALLBACK_PATH,
  SOCIAL_LOADING_PATH,
  SOCIAL_RESULT_FIELD,
  SOCIAL_RESULT_PATH,
  SOCIAL_START_PATH,
} from '@latchkey/wire/custody/social'
import { createToken, hashToken } from '../../custody/tokens.ts'
import type { GatewayApp, GatewayContext } from '../../gateway/environment.ts'
import { describeDevice } from '../../mail/describeDevice.ts'
import type { Log } from '../../ports.ts'
import {
  findSocialByState,
  moveSocial,
  type SocialOutcome,
  type StoredSocial,
  settleSocial,
} from '../../storage/socials.ts'
import type { Say } from '../../text/say.ts'
import { writeTime } from '../../text/writeTime.ts'
import { readCapped } from '../../upstreams/readCapped.ts'
import type { LoginParts } from '../loginParts.ts'
import { answerPage, type SocialPage } from './pages.ts'
import { type Binding, type Provider, readFailure } from './provider.ts'

/** Longest form that is read, in bytes. */
const FORM_LIMIT = 16_384

const writeOver = (say: Say): SocialPage => ({ title: say('loginOverTitle'), lines: [say('loginOverLine')] })

/**
 * Serves the pages of the window of a login: its first one, the way to the provider, and the way back. No cookie has a part in it: what
 * leads here is the state alone, and what comes of it goes to the device that began (SEC-66, SEC-70, SEC-72).
 */
export function serveWindow(
  app: GatewayApp,
  parts: Pick<LoginParts, 'storage' | 'clock' | 'origin' | 'publicUrl' | 'projectNames'> & {
    readonly log: Log
    readonly providers: ReadonlyMap<string, Provider>
    readonly bind: (state: string, thumbprint: string) => Promise<Binding>
    readonly tellWaiting: (stateHash: string) => void
  },
): void {
  const { storage, clock, origin, publicUrl, projectNames, log, providers, bind, tellWaiting } = parts

  app.get(SOCIAL_LOADING_PATH, (context) => {
    context.set('routeName', 'socialLoading')
    return answerPage(context, (say) => ({ title: say('momentTitle'), lines: [say('momentLine')] }))
  })

  app.get(SOCIAL_START_PATH, async (context) => {
    context.set('routeName', 'socialStart')
    const state = readState(context.req.query('state'))
    const social = state && (await findSocialByState(storage, hashToken(state), clock.now()))
    const provider = social && providers.get(social.provider)
    if (state === undefined || !social || !provider) return answerPage(context, writeOver, 404)
    if (!isTheirs(context, social) && !(context.req.query('go') === '1' && isOwnPress(context))) {
      const href = `${publicUrl}${SOCIAL_START_PATH}?state=${state}&go=1`
      return answerPage(context, (say) => ask(social, provider, href, say))
    }
    const moved = await moveSocial(storage, {
      stateHash: social.stateHash,
      provider: provider.id,
      from: ['begun', 'sent'],
      to: 'sent',
      now: clock.now(),
    })
    if (moved === undefined) return answerPage(context, writeOver, 404)
    try {
      const to = await provider.lead(await bind(state, social.thumbprint), social.isAgain || social.isLink)
      context.header('referrer-policy', 'no-referrer')
      return context.redirect(to.href, 303)
    } catch (error) {
      return fail(context, social, error)
    }
  })

  /**
   * Whether the browser of the frame that asked is led here, by the page around that frame. Otherwise somebody may have sent the address to
   * somebody else, whose login would then be theirs.
   */
  function isTheirs(context: GatewayContext, social: StoredSocial): boolean {
    return (
      originOf(context.req.header('referer')) === social.host &&
      context.get('clientKey') === social.clientKey &&
      describeDevice(context.req.header('user-agent')) === social.device
    )
  }

  /** Whether it was pressed on a page of ours: browsers say so, and no page elsewhere can. */
  function isOwnPress(context: GatewayContext): boolean {
    const site = context.req.header('sec-fetch-site')
    return site === undefined ? originOf(context.req.header('referer')) === origin : site === 'same-origin'
  }

  function ask(social: StoredSocial, { label: provider }: Provider, href: string, say: Say): SocialPage {
    const { host, device, clientKey, begunAt, projectId, isLink } = social
    const name = projectNames.get(projectId) ?? projectId
    return {
      title: say(isLink ? 'askLinkTitle' : 'askTitle', { name, provider }),
      lines: [say(isLink ? 'askLinkLine' : 'askLine')],
      facts: [
        [say('site'), host],
        [say('device'), device],
        [say('networkAddress'), clientKey === '' ? say('unknown') : clientKey],
        [say('time'), writeTime(begunAt)],
      ],
      warning: say('askWarn'),
      go: { href, label: say('askGo') },
    }
  }

  async function receive(context: GatewayContext, form: URLSearchParams | undefined): Promise<Response> {
    const provider = providers.get(context.req.param('provider') ?? '')
    const url = new URL(`${publicUrl}${SOCIAL_CALLBACK_PATH}/${provider?.id ?? ''}`)
    url.search = new URL(context.req.url).search
    const state = readState((form ?? url.searchParams).get('state'))
    if (provider === undefined || state === undefined) return answerPage(context, writeOver, 404)
    if ((provider.response === 'form') !== (form !== undefined)) return answerPage(context, writeOver, 405)
    const stateHash = hashToken(state)
    const social = await moveSocial(storage, {
      stateHash,
      provider: provider.id,
      from: ['sent'],
      to: 'back',
      now: clock.now(),
    })
    if (social === undefined) return answerPage(context, writeOver, 404)
    try {
      const { issuer, subject, contact, userName, idToken } = await provider.finish(
        { url, form },
        await bind(state, social.thumbprint),
      )
      const ticket = createToken()
      return await settle(
        context,
        social,
        {
          step: 'ready',
          issuer,
          subject,
          contact,
          userName,
          idToken,
          ticketHash: hashToken(ticket),
          readyAt: clock.now(),
        },
        `ticket=${ticket}`,
      )
    } catch (error) {
      return fail(context, social, error)
    }
  }

  function fail(context: GatewayContext, social: StoredSocial, error: unknown): Promise<Response> {
    const failure = readFailure(error)
    // Of what the provider sent nothing stands in the log.
    const { name, code } = error as { name?: unknown; code?: unknown }
    if (failure !== 'denied')
      log.warn(
        { event: 'socialFailed', provider: social.provider, failure, error: name, code },
        'a login by another service came to nothing',
      )
    return settle(context, social, { step: 'failed', failure }, `error=${failure}`)
  }

  async function settle(
    context: GatewayContext,
    social: StoredSocial,
    outcome: SocialOutcome,
    result: string,
  ): Promise<Response> {
    await settleSocial(storage, social.stateHash, outcome)
    tellWaiting(social.stateHash)
    const resultUri = `${publicUrl}${SOCIAL_RESULT_PATH}?${result}`
    if (social.returnUrl !== null) {
      const back = new URL(social.returnUrl)
      back.searchParams.set(SOCIAL_RESULT_FIELD, resultUri)
      context.header('referrer-policy', 'no-referrer')
      return context.redirect(back.href, 303)
    }
    const tell = { resultUri, origin: social.host }
    const title = outcome.step === 'ready' ? 'inTitle' : outcome.failure === 'denied' ? 'notInTitle' : 'failedTitle'
    return answerPage(context, (say) => ({ title: say(title), lines: [say('goBack', { host: social.host })], tell }))
  }

  app.get(`${SOCIAL_CALLBACK_PATH}/:provider`, (context) => {
    context.set('routeName', 'socialCallback')
    return receive(context, undefined)
  })

  app.post(`${SOCIAL_CALLBACK_PATH}/:provider`, async (context) => {
    context.set('routeName', 'socialCallback')
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(context.req.header('content-type') ?? '')) {
      return answerPage(context, writeOver, 400)
    }
    return receive(context, new URLSearchParams((await readCapped(context.req.raw.body, FORM_LIMIT)) ?? ''))
  })
}

function readState(state: string | null | undefined): string | undefined {
  return state && /^[\w-]{43}$/.test(state) ? state : undefined
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
}
