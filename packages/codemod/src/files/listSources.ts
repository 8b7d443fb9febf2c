import { readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'
import { CodemodError } from '../CodemodError.ts'

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
/** Kinds of files that have code or markup of a site within them, and are not read. */
const UNREAD = ['.vue', '.svelte', '.astro', '.mdx', '.html', '.htm']
/** What tools make and other people wrote. */
const NOT_OURS = ['node_modules', 'dist', 'build', 'out', 'coverage']

/** The source files below some paths, each once. Throws `PATH_NOT_FOUND`. Nothing in `node_modules` is ever among them. */
export function listSources(paths: readonly string[]): readonly string[] {
  return listFiles(paths, (path) => EXTENSIONS.includes(extname(path)) && !/\.d\.[cm]?ts$/.test(path))
}

/** The files below some paths that are of a kind which is not read. Throws `PATH_NOT_FOUND`. */
export function listUnread(paths: readonly string[]): readonly string[] {
  return listFiles(paths, (path) => UNREAD.includes(extname(path)))
}

function listFiles(paths: readonly string[], isMeant: (path: string) => boolean): readonly string[] {
  const found = paths.flatMap((path) => {
    const absolute = resolve(path)
    const stats = statSync(absolute, { throwIfNoEntry: false })
    if (!stats) throw new CodemodError('PATH_NOT_FOUND', `There is nothing at ${path}.`)
    return stats.isDirectory() ? listFolder(absolute) : [absolute]
  })
  return [...new Set(found)].filter((path) => isMeant(path) && isOwn(path)).sort()
}

function listFolder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Links may lead out of the site, or round in a circle.
    if (entry.isFile()) return [path]
    return entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.includes(entry.name) ? listFolder(path) : []
  })
}

function isOwn(path: string): boolean {
  return ![...path.split(sep), ...realpathSync(path).split(sep)].includes('node_modules')
}
