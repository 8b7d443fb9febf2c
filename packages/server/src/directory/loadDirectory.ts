import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseBrowseLinks } from '@latchkey/wire'
import { createPicture } from './picture.ts'
import type { Picture, Pictures, WalletRecord } from './record.ts'

/** Which file is whose picture: `images.json`. Files are paths below the `images` folder. */
export type PictureIndex = {
  readonly wallets: Readonly<Record<string, string>>
  readonly assets: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<string, string>>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Reads the directory that ships with this package: about 540 wallets with their pictures, 1.3 MB in memory. */
export function loadDirectory(folder: string = findFolder()): { records: readonly WalletRecord[]; images: Pictures } {
  const browsers: Readonly<Record<string, unknown>> = readJson(join(folder, 'browseLinks.json'))
  const records = readJson<readonly WalletRecord[]>(join(folder, 'wallets.json')).map((record) => {
    const links = Object.hasOwn(browsers, record.id) ? parseBrowseLinks(browsers[record.id]) : []
    return links.length > 0 ? { ...record, browse_links: links } : record
  })
  const index: PictureIndex = readJson(join(folder, 'images.json'))
  const read = (file: string): Picture =>
    createPicture(Uint8Array.from(readFileSync(join(folder, 'images', file))), CONTENT_TYPES[extname(file)] ?? '')
  const byId = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([id, file]) => [id, read(file)]))
  return { records, images: { wallets: byId(index.wallets), assets: byId(index.assets), tokens: byId(index.tokens) } }
}

/** The snapshot lies beside `src` and `dist`, however deep in them this file ends up. */
function findFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'data', 'wallets.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The wallet directory is missing: reinstall @latchkey/server.')
    folder = parent
  }
  return join(folder, 'data')
}

/** The snapshot is generated and committed with this code, and a test checks all of it: it is not parsed again here. */
function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8'))
}
