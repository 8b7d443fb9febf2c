import { createHash } from 'node:crypto'
import type { Order, OrderNote } from './orders.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 26rem; padding: 1.5rem }
h1 { font-size: 1.25rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
dd { margin: 0; text-align: end; overflow-wrap: anywhere }
label { display: block; margin-block: .75rem }
input { box-sizing: border-box; display: block; font: inherit; inline-size: 100%; padding: .5rem }
button { font: inherit; min-block-size: 2.75rem; padding-inline: 1.25rem }
.note { border-inline-start: .25rem solid #b26a00; padding-inline-start: .75rem }
`

/** What a page may load: its own style and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function page(title: string, body: string, refreshSeconds?: number): string {
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}<title>${toHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${toHtml(title)}</h1>${body}</main></body></html>`
}

function facts(order: Order, amount: string): string {
  return `<dl><dt>You pay</dt><dd>${toHtml(order.pay)} ${toHtml(order.currency)}</dd><dt>You get</dt><dd>${toHtml(amount)} ${toHtml(order.symbol)}</dd><dt>It goes to</dt><dd>${toHtml(order.address)}</dd></dl>`
}

/** The form in which an order is paid. `query` is its signed address. */
export function payPage(parts: {
  label: string
  order: Order
  amount: string
  query: string
  refusal?: string
}): string {
  const hidden = `<input type="hidden" name="order" value="${toHtml(parts.query)}">`
  const refusal = parts.refusal === undefined ? '' : `<p role="alert" class="note">${toHtml(parts.refusal)}</p>`
  return page(
    parts.label,
    `<p class="note">This is a sample. No money is taken, and the coins are test coins.</p>${facts(parts.order, parts.amount)}${refusal}
<form method="post" action="/pay">${hidden}<label>Card number<input name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242"></label><button>Pay ${toHtml(parts.order.pay)} ${toHtml(parts.order.currency)}</button></form>
<form method="post" action="/cancel">${hidden}<button>Cancel</button></form>`,
  )
}

/** What became of an order. It loads itself anew while there is more to come. */
export function statusPage(parts: { label: string; order: Order; note: OrderNote }): string {
  const { note, order } = parts
  const sentence = {
    created: 'Nothing was paid.',
    pending: 'Paid. Your coins are being sent.',
    sent: 'Paid. Your coins are on their way.',
    completed: 'Done. Your coins have arrived. You can close this window.',
    failed: 'This order was not carried out. Nothing was taken. You can close this window.',
  }[note.status]
  const isOpen = note.status === 'pending' || note.status === 'sent'
  const amount = note.amount ?? '0'
  return page(parts.label, `<p role="status">${sentence}</p>${facts(order, amount)}`, isOpen ? 1 : undefined)
}

/** A page for an address that is no order. */
export function refusalPage(label: string, why: string): string {
  return page(label, `<p role="alert" class="note">${toHtml(why)}</p>`)
}
