/** Schemes that no wallet's link has: they run code, read files, or open something other than an app. Source: SEC-86. */
export const DENIED_SCHEMES: readonly string[] = [
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'ws:',
  'wss:',
  'http:',
]
