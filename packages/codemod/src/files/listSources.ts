import { readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'
import { CodemodError } from '../CodemodError.ts'

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
/** What tools make and other people wrote. */
const NOT_OURS = ['node_modules', 'dist', 'build', 'out', 'coverage']

/** The source files below some paths, each once. Throws `PATH_NOT_FOUND`. Nothing in `node_modules` is ever among them. */
export function listSources(paths: readonly string[]): readonly string[] {
  const found = paths.flatMap((path) => {
    const absolute = resolve(path)
    const stats = statSync(absolute, { throwIfNoEntry: false })
    if (!stats) throw new CodemodError('PATH_NOT_FOUND', `There is nothing at ${path}.`)
    return stats.isDirectory() ? listFolder(absolute) : [absolute]
  })
  return [...new Set(found)].filter(isSource).sort()
}

function listFolder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Links may lead out of the site, or round in a circle.
    if (entry.isFile()) return [path]
    return entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.includes(entry.name) ? listFolder(path) : []
  })
}

function isSource(path: string): boolean {
  const parts = [...path.split(sep), ...realpathSync(path).split(sep)]
  return EXTENSIONS.includes(extname(path)) && !/\.d\.[cm]?ts$/.test(path) && !parts.includes('node_modules')
}
