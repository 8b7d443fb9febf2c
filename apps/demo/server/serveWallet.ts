import type { RequestListener } from 'node:http'
import type { WalletSettings } from '@latchkey/wallet/settings.ts'
import { serveSite } from './serveSite.ts'

/**
 * Serves the demo wallet's page: its settings at `/settings.json`, the page itself also at `/wc`, where wallets' links lead, and
 * everything else as it was built. It may reach the relay, the key by which that vouches for sites, the chains, and any relay on
 * this machine (`?relay=`).
 */
export function serveWallet(folder: string, settings: WalletSettings): RequestListener {
  const nodes = settings.chains.flatMap(({ rpcUrl }) => (rpcUrl === undefined ? [] : [rpcUrl]))
  const relay = new URL(settings.relayUrl)
  const serve = serveSite(folder, settings, {
    connect: [relay.origin, relay.origin.replace(/^ws/, 'http'), ...nodes, 'ws://127.0.0.1:*', 'ws://localhost:*'],
    images: settings.pictureOrigins,
  })
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    if (pathname === '/settings.json' && request.method === 'GET') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      response.end(JSON.stringify(settings))
      return
    }
    if (pathname === '/wc') request.url = '/'
    serve(request, response)
  }
}
