import { existsSync, readdirSync, rmSync } from 'node:fs'

/** Empties a folder for what is built into it. Throws where it holds anything but the entries that such a build leaves: it was named by mistake. */
export function clearFolder(folder: string, made: readonly string[]): void {
  const other = existsSync(folder) ? readdirSync(folder).find((name) => !made.includes(name)) : undefined
  if (other !== undefined) throw new Error(`${folder} holds "${other}", which was not built here. Name a new folder.`)
  rmSync(folder, { recursive: true, force: true })
}
