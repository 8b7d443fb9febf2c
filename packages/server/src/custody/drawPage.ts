import { createHash } from 'node:crypto'
import { isRightToLeft, type Language } from '@latchkey/wire/languages'

/** What every page of the servers shows. */
export type PageText = {
  readonly title: string
  readonly lines: readonly string[]
  /** Where something came from, each with its name. */
  readonly facts?: readonly (readonly [name: string, value: string])[] | undefined
  /** What to heed before one presses. */
  readonly warning?: string | undefined
}

/** The look of the modal in few lines; forced colours and larger text are the browser's. */
const STYLE = `
:root{color-scheme:light dark;--ground:#eceef2;--card:#fff;--soft:#f1f2f6;--text:#15161c;--quiet:#565a69;--fill:#4757f5;--ink:#fff;--ring:#363ed1}
@media (prefers-color-scheme:dark){:root{--ground:#0d0e12;--card:#16181d;--soft:#222429;--text:#f4f5f8;--quiet:#a3a7b3;--ring:#8aa5ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:440px;padding:28px 24px 24px;border-radius:28px;background:var(--card);overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:1.375rem;line-height:1.3;text-wrap:balance}
p{margin:0 0 16px}
dl{margin:0 0 16px;padding:4px 16px;border-radius:16px;background:var(--soft)}
dl div{padding:8px 0}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;font-weight:600}
.warning{font-weight:600}
button,a{display:block;width:100%;min-height:48px;margin:12px 0 0;padding:12px 16px;border:1px solid transparent;border-radius:14px;background:var(--soft);color:var(--text);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.first{background:var(--fill);color:var(--ink)}
:focus-visible{outline:3px solid var(--ring);outline-offset:3px}
`.trim()

/** By which a policy lets the style in, and nothing else. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Draws a page; `body` is HTML that stands below the text. */
export function drawPage(language: Language, text: PageText, body = ''): string {
  const { title, lines, facts = [], warning } = text
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  const named = facts.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`,
  )
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    named.length === 0 ? '' : `<dl>${named.join('')}</dl>`,
    warning === undefined ? '' : `<p class="warning">${escapeHtml(warning)}</p>`,
    `${body}</main></html>`,
  ].join('')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
