import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'

/** Of some files those whose present text no commit has: changed, new, or in no repository of git. */
export function findUncommitted(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const real = realpathSync(path)
    const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--ignored', '--', real], {
      cwd: dirname(real),
      encoding: 'utf8',
    })
    return status !== 0 || stdout !== ''
  })
}
