import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { createContentPolicy, type PolicySources } from './contentPolicy.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** Stands in built pages where the nonce of the answer belongs. */
export const NONCE_MARK = 'HOLLOWPINE_NONCE'

/** Stands in built pages where the settings of the run belong. */
export const SETTINGS_MARK = '"HOLLOWPINE_SETTINGS"'

/**
 * Serves a built site: pages with a fresh nonce, the run's settings and a strict content policy, everything else as it
 * is. Paths that leave the folder are not found. `render` may write into a page what only the server knows.
 */
export function serveSite<Settings>(
  folder: string,
  settings: Settings,
  sources: PolicySources,
  render: (page: string, settings: Settings) => string = (page) => page,
): RequestListener {
  // `<` could end the block of JSON early; escaped, the JSON stays the same (SEC-104).
  const block = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const path = normalize(join(folder, decodePath(pathname)))
    const file = pathname.endsWith('/') ? join(path, 'index.html') : path
    const finish = (
      status: number,
      type: string,
      body: string | Buffer,
      headers: Record<string, string> = {},
    ): void => {
      response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return finish(405, 'text/plain', 'Only GET.')
    if (!file.startsWith(folder + sep)) return finish(404, 'text/plain', 'Not found.')
    readFile(file).then(
      (body) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream'
        if (extname(file) !== '.html') {
          const isHashed = pathname.startsWith('/assets/')
          return finish(200, type, body, {
            'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          })
        }
        const nonce = randomBytes(16).toString('base64')
        finish(
          200,
          type,
          render(body.toString(), settings)
            .replaceAll(NONCE_MARK, nonce)
            .replace(SETTINGS_MARK, () => block),
          {
            'content-security-policy': createContentPolicy(nonce, sources),
            // A login at another service has a window of its own.
            'cross-origin-opener-policy': sources.frames?.length ? 'same-origin-allow-popups' : 'same-origin',
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          },
        )
      },
      () => finish(404, 'text/plain', 'Not found.'),
    )
  }
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
