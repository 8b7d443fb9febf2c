/** What every answer of the frame's origin says to browsers. Sources: SEC-21 to SEC-24, SEC-26, SEC-27. */

/** Everything that a page could ask a browser for, but for what the frame needs: passkeys, and copying an address. */
const DENIED = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'xr-spatial-tracking',
]
const OWN = ['publickey-credentials-create', 'publickey-credentials-get', 'clipboard-write']

/** The headers. `hosts`: exact origins of the pages that may embed it; none: nobody may. */
export function frameHeaders(parameters: {
  readonly gatewayOrigin: string
  readonly vaultOrigin: string
  readonly hosts: readonly string[]
}): Readonly<Record<string, string>> {
  const { gatewayOrigin, vaultOrigin, hosts } = parameters
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${gatewayOrigin} ${vaultOrigin}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types latchkey',
    'sandbox allow-scripts allow-same-origin allow-downloads',
    `frame-ancestors ${hosts.length === 0 ? "'none'" : hosts.join(' ')}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': [...DENIED.map((name) => `${name}=()`), ...OWN.map((name) => `${name}=(self)`)].join(', '),
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}
