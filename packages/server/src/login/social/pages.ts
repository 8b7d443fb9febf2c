import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../../custody/page.ts'
import type { GatewayContext } from '../../gateway/environment.ts'

/** A page of a few words in the window of a login. */
export type SocialPage = {
  readonly title: string
  readonly lines: readonly string[]
  /** Where a press goes on. */
  readonly go?: { readonly href: string; readonly label: string } | undefined
  /** What the page around the frame is told, and which page alone may hear it. */
  readonly tell?: { readonly resultUri: string; readonly origin: string } | undefined
}

/**
 * Answers with a page. Its opener is not cut off, because it hears the result; nothing is loaded, and of scripts only the one that
 * tells it runs.
 */
export function answerPage(context: GatewayContext, page: SocialPage, status: 200 | 400 | 404 | 405 = 200): Response {
  const nonce = randomBytes(16).toString('base64')
  const script = page.tell === undefined ? "'none'" : `'nonce-${nonce}'`
  context.header(
    'content-security-policy',
    `default-src 'none'; script-src ${script}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  )
  // So that a press on this page is known as one.
  context.header('referrer-policy', 'same-origin')
  return context.html(draw(page, nonce), status)
}

function draw({ title, lines, go, tell }: SocialPage, nonce: string): string {
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const link = go === undefined ? '' : `<p><a href="${escapeHtml(go.href)}">${escapeHtml(go.label)}</a></p>`
  const script =
    tell === undefined
      ? ''
      : `<script nonce="${nonce}">if(window.opener)window.opener.postMessage({resultUri:${writeLiteral(tell.resultUri)}},${writeLiteral(tell.origin)})</script>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1>${text}${link}</main>${script}</html>`
}

/** A text in a script that stands in a page: nothing of it ends the script. */
function writeLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
