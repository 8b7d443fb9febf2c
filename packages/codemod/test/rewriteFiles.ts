import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Kit } from '../src/kits/kit.ts'
import { rewriteSite } from '../src/rewriteSite.ts'

/** Files of a site by their paths. */
export type Files = Readonly<Record<string, string>>

/** Makes a folder with these files, hands it on, and removes it. */
export function withFiles<Result>(files: Files, use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the files of a site become, what is left to a person as `path:line message`, and the files that could not be read. */
export function rewriteFiles(
  kit: Kit,
  files: Files,
): { files: Files; remarks: readonly string[]; failures: readonly string[] } {
  return withFiles(files, (folder) => {
    const { changes, remarks, failures } = rewriteSite(kit, [folder])
    const name = (path: string): string => relative(folder, path)
    const result = Object.fromEntries(
      Object.keys(files).map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const),
    )
    for (const { path, after } of changes) result[name(path)] = after
    return {
      files: result,
      remarks: remarks.map(({ path, line, message }) => `${name(path)}:${line} ${message}`),
      failures: failures.map(({ path, error }) => `${name(path)} ${error.code}`),
    }
  })
}

/** What one file becomes. */
export function rewriteText(kit: Kit, text: string, path = 'site.tsx'): string {
  return rewriteFiles(kit, { [path]: text }).files[path] ?? ''
}
