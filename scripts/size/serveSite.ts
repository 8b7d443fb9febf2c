import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from './buildSites.ts'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

export type ServedSite = {
  readonly url: string
  /** The files that were asked for since the last call, up to a moment in ms since 1970, in order; the page itself is not among them. */
  takeFetched(until?: number): string[]
  /** When something was asked for last, ms since 1970. */
  lastAt(): number
  stop(): void
}

/** Serves a site on a free port, compressed, and keeps what is asked for. */
export async function serveSite(site: Site): Promise<ServedSite> {
  let fetched: { readonly path: string; readonly at: number }[] = []
  let lastAt = Date.now()
  const server = createServer((request, response) => {
    lastAt = Date.now()
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const path = pathname === '/' ? '/index.html' : pathname
    const file = site.files.get(path)
    if (!file) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    if (path !== '/index.html') fetched.push({ path, at: lastAt })
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-encoding': 'gzip',
      'content-length': file.gzip.length,
    })
    response.end(file.gzip)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastAt: () => lastAt,
    takeFetched: (until = Number.POSITIVE_INFINITY) => {
      const taken = fetched.filter(({ at }) => at <= until)
      fetched = fetched.filter(({ at }) => at > until)
      return taken.map(({ path }) => path)
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
