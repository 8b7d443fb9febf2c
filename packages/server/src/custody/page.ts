import { timingSafeEqual } from 'node:crypto'
import type { GatewayApp, GatewayContext } from '../gateway/environment.ts'
import { readCapped } from '../upstreams/readCapped.ts'

/** A page of plain text, with buttons where there is something to decide. */
export type Page = {
  readonly title: string
  readonly lines: readonly string[]
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
    show: (found: Found) => Page
    /** Does what a button says. Undefined: it was done meanwhile. */
    act: (found: Found, value: string, token: string) => Promise<Page | undefined>
  },
): void {
  const { name, path, origin, mark, find, show, act } = parameters
  const over: Page = { title: 'This link is over', lines: ['It was used, or has run out. You may close this page.'] }
  const markOf = (token: string) => mark(`page\n${name}\n${token}`)

  app.get(`${path}/:token{[\\w-]{43}}`, async (context) => {
    context.set('routeName', name)
    const token = context.req.param('token')
    const found = await find(token)
    if (found === undefined) return answer(context, over, 404)
    return answer(context, show(found), 200, await markOf(token))
  })

  app.post(`${path}/:token{[\\w-]{43}}`, async (context) => {
    context.set('routeName', name)
    const token = context.req.param('token')
    const form = new URLSearchParams((await readCapped(context.req.raw.body, FORM_LIMIT)) ?? '')
    const site = context.req.header('sec-fetch-site')
    const isOwn = context.req.header('origin') === origin && (site === undefined || site === 'same-origin')
    if (!isOwn || !isSame(form.get('mark') ?? '', await markOf(token))) {
      return answer(
        context,
        { title: 'Open the link again', lines: ['This page was not asked by its own button.'] },
        403,
      )
    }
    const found = await find(token)
    const value = form.get('do') ?? ''
    if (found === undefined) return answer(context, over, 404)
    if (!show(found).buttons?.some((button) => button.value === value)) return answer(context, over, 400)
    const done = await act(found, value, token)
    return done === undefined ? answer(context, over, 404) : answer(context, done, 200)
  })
}

function answer(context: GatewayContext, page: Page, status: 200 | 400 | 403 | 404, mark?: string): Response {
  context.header('content-security-policy', POLICY)
  context.header('cross-origin-opener-policy', 'same-origin')
  // Without any referrer browsers send `Origin: null` with a form, also to the page's own server, which would refuse its own buttons.
  context.header('referrer-policy', 'same-origin')
  return context.html(draw(page, mark), status)
}

/** The browser's own look: nothing is loaded, nothing runs. */
const POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function draw({ title, lines, buttons }: Page, mark: string | undefined): string {
  const form =
    buttons === undefined || mark === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="mark" value="${escapeHtml(mark)}">${buttons
          .map(
            ({ value, label }) => `<p><button name="do" value="${escapeHtml(value)}">${escapeHtml(label)}</button></p>`,
          )
          .join('')}</form>`
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1>${text}${form}</main></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
