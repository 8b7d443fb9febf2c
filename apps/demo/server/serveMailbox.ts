import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Mailbox, ReceivedMail } from '@latchkey/testing/mailbox.ts'

/** How long a page waits for the next mail before it asks again, in ms. */
const WAIT_MS = 25_000

/**
 * Shows what came into the demo's mailbox: at `/` to people, newest first, with links to press; at `/mails` as JSON, of one address where
 * `?to=` names it. The page asks for more than it has, and is drawn anew when something came.
 */
export function serveMailbox(mailbox: Mailbox): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox.invalid')
    const say = (status: number, type: string, body: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...headers,
      })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'text/plain', 'Only GET.')
    if (pathname === '/mails') {
      const to = searchParams.get('to')
      const mails = mailbox.mails.filter((mail) => to === null || mail.to.includes(to))
      return say(200, 'application/json', JSON.stringify(mails))
    }
    if (pathname === '/next') {
      const seen = Number(searchParams.get('seen'))
      void waitForMore(mailbox, seen).then((count) => say(200, 'application/json', JSON.stringify(count)))
      return
    }
    if (pathname !== '/') return say(404, 'text/plain', 'Not found.')
    const nonce = randomBytes(16).toString('base64')
    say(200, 'text/html; charset=utf-8', draw(mailbox.mails, nonce), {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
  }
}

/** How many mails there are, as soon as there are more than somebody has seen, or after a while. */
async function waitForMore(mailbox: Mailbox, seen: number): Promise<number> {
  const end = Date.now() + WAIT_MS
  while (mailbox.mails.length <= seen && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 200))
  return mailbox.mails.length
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1d2420; background: #f7f5ee }
  article { background: #fff; border: 1px solid #cfcabb; border-radius: 8px; padding: 1rem; margin: 1rem 0; overflow-wrap: anywhere }
  h2 { font-size: 1.1rem; margin: 0 } p { margin: .25rem 0 } pre { white-space: pre-wrap; font: inherit; margin: .75rem 0 0 }
  a { color: #1d6b45 }
`

/** Asks whether more came than the page shows. */
const SCRIPT = (seen: number): string => `
  const look = () => fetch('/next?seen=${seen}').then((answer) => answer.json())
    .then((count) => count === ${seen} ? look() : location.reload(), () => setTimeout(look, 2000))
  look()
`

function draw(mails: readonly ReceivedMail[], nonce: string): string {
  const drawn = mails
    .map(
      ({ to, from, subject, text }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to.join(', '))}</p><p>From ${escapeHtml(from)}</p><pre>${link(text)}</pre></article>`,
    )
    .reverse()
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox (${mails.length})</title><style nonce="${nonce}">${STYLE}</style><main><h1>Mailbox</h1><p>Every mail of the demo comes here, whatever address it is for. Nothing leaves this machine.</p>${drawn.join('') || '<p>No mail yet.</p>'}</main><script nonce="${nonce}">${SCRIPT(mails.length)}</script></html>`
}

/** The text with its addresses of pages as links. */
function link(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener noreferrer">${escapeHtml(part)}</a>`,
    )
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
