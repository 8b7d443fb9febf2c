/** The link that carries an envelope from app to app. `envelope` is base64url. */
export function formatLinkModeUrl(universal: string, topic: string, envelope: string): string {
  return `${universal}${universal.includes('?') ? '&' : '?'}wc_ev=${encodeURIComponent(envelope)}&topic=${topic}`
}
