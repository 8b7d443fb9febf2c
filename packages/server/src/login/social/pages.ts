import { randomBytes } from 'node:crypto'
import { drawPage, escapeHtml, type PageText, STYLE_SOURCE } from '../../custody/drawPage.ts'
import type { GatewayContext } from '../../gateway/environment.ts'
import { readLanguage, type Say, sayIn } from '../../text/say.ts'

/** A page of a few words in the window of a login. */
export type SocialPage = PageText & {
  /** Where a press goes on. */
  readonly go?: { readonly href: string; readonly label: string } | undefined
  /** What the page around the frame is told, and which page alone may hear it. */
  readonly tell?: { readonly resultUri: string; readonly origin: string } | undefined
}

/**
 * Answers with a page. Its opener is not cut off, because it hears the result; nothing is loaded, and of scripts only the one that
 * tells it runs.
 */
export function answerPage(
  context: GatewayContext,
  write: (say: Say) => SocialPage,
  status: 200 | 400 | 404 | 405 = 200,
): Response {
  const language = readLanguage(context.req.header('accept-language'))
  const page = write(sayIn(language))
  const nonce = randomBytes(16).toString('base64')
  const script = page.tell === undefined ? "'none'" : `'nonce-${nonce}'`
  context.header(
    'content-security-policy',
    `default-src 'none'; script-src ${script}; style-src ${STYLE_SOURCE}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  )
  // So that a press on this page is known as one.
  context.header('referrer-policy', 'same-origin')
  return context.html(drawPage(language, page, drawBelow(page, nonce)), status)
}

function drawBelow({ go, tell }: SocialPage, nonce: string): string {
  const link = go === undefined ? '' : `<a class="first" href="${escapeHtml(go.href)}">${escapeHtml(go.label)}</a>`
  if (tell === undefined) return link
  return `${link}<script nonce="${nonce}">if(window.opener)window.opener.postMessage({resultUri:${writeLiteral(tell.resultUri)}},${writeLiteral(tell.origin)})</script>`
}

/** A text in a script that stands in a page: nothing of it ends the script. */
function writeLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
