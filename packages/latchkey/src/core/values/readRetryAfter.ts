/** How long an answer asks to be left alone, in ms; 0 where it does not say. Seconds or a date. Source: RFC 9110, section 10.2.3. */
export function readRetryAfter(response: Pick<Response, 'headers'>, now: number): number {
  const text = response.headers.get('retry-after')
  if (text === null) return 0
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
