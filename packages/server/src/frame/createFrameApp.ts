import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallDescription } from '@latchkey/wire/frame/descriptions'
import { Hono } from 'hono'
import type { ChainConfig } from '../config.ts'
import type { GatewayApp, GatewayEnvironment } from '../gateway/environment.ts'
import { frameHeaders } from './frameHeaders.ts'

/** The page, and where sites embed it. */
const PAGE = 'index.html'
const PATHS: readonly string[] = ['/', '/v1/frame']

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

/** Files of a built frame by their paths, with a slash in front. They are read once: what is served does not change under a process. */
export function readFrame(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((path) => [path.slice(folder.length).replaceAll('\\', '/'), readFileSync(path)]))
}

/**
 * Serves a built frame on an origin of its own, and nothing else: no secret, no database, and no way to write a file (SEC-20). Who may
 * embed it is decided by the project that the address names; one that nobody knows may be embedded by nobody (SEC-22).
 */
export function createFrameApp(parameters: {
  files: ReadonlyMap<string, Buffer>
  gatewayUrl: string
  vaultOrigin: string
  projects: readonly { readonly id: string; readonly origins: readonly string[] }[]
  /** What the operator's networks and their coins are called, for those that the frame has no words for. */
  chains: readonly Pick<ChainConfig, 'id' | 'name' | 'nativeCurrency'>[]
  /** What calls of the operator's contracts are for. */
  descriptions?: readonly CallDescription[] | undefined
}): GatewayApp {
  const { files, gatewayUrl, vaultOrigin, projects, chains, descriptions = [] } = parameters
  const gatewayOrigin = new URL(gatewayUrl).origin
  const networks = chains.map(({ id, name, nativeCurrency: { symbol, decimals } }) => ({ id, name, symbol, decimals }))
  const config = JSON.stringify({ gateway: gatewayUrl, vault: vaultOrigin, networks, descriptions })
  const app: GatewayApp = new Hono<GatewayEnvironment>()

  app.use(async (context, next) => {
    const id = context.req.query('projectId')
    const hosts = projects.find((project) => project.id === id)?.origins ?? []
    for (const [name, value] of Object.entries(frameHeaders({ gatewayOrigin, vaultOrigin, hosts })))
      context.header(name, value)
    context.header('cache-control', 'no-store')
    await next()
  })

  app.get('/config.json', (context) => {
    context.header('cross-origin-resource-policy', 'same-origin')
    return context.body(config, 200, { 'content-type': TYPES.json ?? '' })
  })

  app.get('*', (context) => {
    const { path } = context.req
    const isPage = PATHS.includes(path)
    const file = files.get(isPage ? `/${PAGE}` : path)
    if (file === undefined || path === `/${PAGE}`) return context.body(null, 404)
    // Files are named by what is in them; pages of other sites have no use for them.
    if (path.startsWith('/assets/')) context.header('cache-control', 'public, max-age=31536000, immutable')
    context.header('cross-origin-resource-policy', isPage ? 'cross-origin' : 'same-origin')
    const type = TYPES[isPage ? 'html' : (path.split('.').at(-1) ?? '')] ?? 'application/octet-stream'
    return context.body(new Uint8Array(file), 200, { 'content-type': type })
  })

  app.notFound((context) => context.body(null, 404))
  app.onError((_, context) => context.body(null, 500))
  return app
}
