/** What somebody pasted, scanned or followed comes to. */
export type PairingUri = { readonly uri: string; readonly topic: string } | { readonly problem: string }

/** What a link into this wallet asks for. */
export type WalletLink =
  | { readonly kind: 'pair'; readonly text: string }
  | { readonly kind: 'request'; readonly requestId: number | undefined; readonly topic: string | undefined }
  | { readonly kind: 'none' }

/**
 * Finds the pairing code in a text: the code itself, or a link that carries it as `uri`. What is wrong is said in a sentence that
 * repeats nothing of the text, because a code holds a key.
 */
export function readPairingUri(text: string): PairingUri {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'Paste the code first. It begins with wc:' }
  const code = trimmed.startsWith('wc:') ? readDoubled(trimmed) : readLinkedCode(trimmed)
  if (!code?.startsWith('wc:')) return { problem: 'That is no connection code. It begins with wc:' }
  const [, topic, version] = /^wc:([0-9a-f]+)@(\d+)/i.exec(code) ?? []
  if (topic === undefined || version === undefined) return { problem: 'This code is damaged. Copy it again.' }
  if (version !== '2')
    return { problem: `This code is for version ${version} of the protocol. Ask the site for a newer one.` }
  if (!/[?&]symKey=[0-9a-f]{64}(&|$)/i.test(code)) return { problem: 'A part of this code is missing. Copy all of it.' }
  return { uri: code, topic }
}

/** Reads the address that the page was opened with: `?uri=…`, `/wc?uri=…` or `/wc?requestId=…&sessionTopic=…`. */
export function readWalletLink(url: string): WalletLink {
  const { searchParams, pathname } = new URL(url)
  const text = searchParams.get('uri')
  if (text !== null) return { kind: 'pair', text }
  const topic = searchParams.get('sessionTopic') ?? undefined
  const id = Number(searchParams.get('requestId') ?? Number.NaN)
  if (topic === undefined && !Number.isSafeInteger(id)) return { kind: 'none' }
  return pathname.endsWith('/wc') || topic !== undefined
    ? { kind: 'request', requestId: Number.isSafeInteger(id) ? id : undefined, topic }
    : { kind: 'none' }
}

/** `wc:wc?uri=…` is what some sites put into their codes for phones. */
function readDoubled(text: string): string | undefined {
  return text.startsWith('wc:?') || text.startsWith('wc:wc?') || text.startsWith('wc://') ? readLinkedCode(text) : text
}

/** Some sites encode the code twice. */
function readLinkedCode(text: string): string | undefined {
  const [, found] = /[?&]uri=([^&\s]+)/.exec(text) ?? []
  let code = found
  try {
    for (let turn = 0; turn < 2 && code !== undefined && !code.includes('?'); turn += 1) code = decodeURIComponent(code)
  } catch {
    return undefined
  }
  return code
}
