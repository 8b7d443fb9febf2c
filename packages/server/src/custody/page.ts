import { timingSafeEqual } from 'node:crypto'
import type { GatewayApp, GatewayContext } from '../gateway/environment.ts'
import { readLanguage, type Say, sayIn } from '../text/say.ts'
import { readCapped } from '../upstreams/readCapped.ts'
import { drawPage, escapeHtml, type PageText, STYLE_SOURCE } from './drawPage.ts'

/** A page of plain text, with buttons where there is something to decide. */
export type Page = PageText & {
  readonly buttons?: readonly { readonly value: string; readonly label: string }[] | undefined
}

/** Longest form that is read, in bytes. */
const FORM_LIMIT = 4_096

/**
 * Serves what links in mails lead to. A GET only shows: mail scanners and previews open every link. What is done is done by a POST from
 * the page itself, with a mark that only this server makes (SEC-64).
 */
export function servePage<Found>(
  app: GatewayApp,
  parameters: {
    name: string
    /** The token follows as the last part. */
    path: string
    origin: string
    mark: (text: string) => Promise<string>
    /** What a token stands for; undefined: nothing, or nothing any more. */
    find: (token: string) => Promise<Found | undefined>
    show: (found: Found, say: Say) => Page
    /** Does what a button says. Undefined: it was done meanwhile. */
    act: (found: Found, value: string, token: string, say: Say) => Promise<Page | undefined>
  },
): void {
  const { name, path, origin, mark, find, show, act } = parameters
  const markOf = (token: string) => mark(`page\n${name}\n${token}`)

  app.get(`${path}/:token{[\\w-]{43}}`, async (context) => {
    context.set('routeName', name)
    const token = context.req.param('token')
    const found = await find(token)
    const { answer, say } = readReader(context)
    if (found === undefined) return answer(over(say), 404)
    return answer(show(found, say), 200, await markOf(token))
  })

  app.post(`${path}/:token{[\\w-]{43}}`, async (context) => {
    context.set('routeName', name)
    const token = context.req.param('token')
    const { answer, say } = readReader(context)
    const form = new URLSearchParams((await readCapped(context.req.raw.body, FORM_LIMIT)) ?? '')
    const site = context.req.header('sec-fetch-site')
    const isOwn = context.req.header('origin') === origin && (site === undefined || site === 'same-origin')
    if (!isOwn || !isSame(form.get('mark') ?? '', await markOf(token))) {
      return answer({ title: say('againTitle'), lines: [say('againLine')] }, 403)
    }
    const found = await find(token)
    const value = form.get('do') ?? ''
    if (found === undefined) return answer(over(say), 404)
    if (!show(found, say).buttons?.some((button) => button.value === value)) return answer(over(say), 400)
    const done = await act(found, value, token, say)
    return done === undefined ? answer(over(say), 404) : answer(done, 200)
  })
}

/** Whoever reads the page, and may sit at another device than whoever asked for the mail: what is said to them, and how it is answered. */
function readReader(context: GatewayContext) {
  const language = readLanguage(context.req.header('accept-language'))
  return {
    say: sayIn(language),
    answer(page: Page, status: 200 | 400 | 403 | 404, mark?: string): Response {
      context.header('content-security-policy', POLICY)
      context.header('cross-origin-opener-policy', 'same-origin')
      // Without any referrer browsers send `Origin: null` with a form, also to the page's own server, which would refuse its own buttons.
      context.header('referrer-policy', 'same-origin')
      return context.html(drawPage(language, page, drawForm(page, mark)), status)
    },
  }
}

/** Nothing is loaded, nothing runs. */
const POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const over = (say: Say): Page => ({ title: say('overTitle'), lines: [say('overLine')] })

function drawForm({ buttons }: Page, mark: string | undefined): string {
  if (buttons === undefined || mark === undefined) return ''
  const drawn = buttons.map(
    ({ value, label }, index) =>
      `<button${index === 0 ? ' class="first"' : ''} name="do" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  )
  return `<form method="post"><input type="hidden" name="mark" value="${escapeHtml(mark)}">${drawn.join('')}</form>`
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
