/** Reads a body as text, or gives undefined as soon as it is longer than `maxBytes`; the rest is not read. */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let length = 0
  for (;;) {
    const piece = await reader.read()
    if (piece.done) return text + decoder.decode()
    length += piece.value.byteLength
    if (length > maxBytes) {
      // One that broke off already is what was wanted.
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(piece.value, { stream: true })
  }
}
