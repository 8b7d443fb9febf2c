import { readFileSync } from 'node:fs'
import { type Config, ConfigError } from './config.ts'
import { createDirectory, type Directory } from './directory/directory.ts'
import { loadDirectory } from './directory/loadDirectory.ts'
import { OverlayInvalidError, parseOverlay } from './directory/overlay.ts'

/**
 * The wallet directory that ships with this package, under the operator's changes. Throws `ConfigError` that names the
 * file and every problem in it.
 */
export function openDirectory(config: Config): Directory {
  const file = config.directory.overlay
  const built = loadDirectory()
  if (file === undefined) return createDirectory(built)
  try {
    return createDirectory({ ...built, overlay: parseOverlay(JSON.parse(readFileSync(file, 'utf8'))) })
  } catch (error) {
    const problems =
      error instanceof OverlayInvalidError ? error.problems : [error instanceof Error ? error.message : 'unreadable']
    throw new ConfigError(problems.map((problem) => ({ key: `directory.overlay (${file})`, problem })))
  }
}
