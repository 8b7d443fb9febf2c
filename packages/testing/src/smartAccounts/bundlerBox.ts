/** What smart accounts are run against: a bundler and published contracts, in a folder with a lock file of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

const BOX = new URL('../../../../tests/bundler/', import.meta.url)

/** The one command that installs it. */
export const BUNDLER_INSTALL = 'npm ci --prefix tests/bundler'

/** Whether it is installed. */
export const hasBundlerBox = (): boolean => existsSync(new URL('node_modules/.package-lock.json', BOX))

/** A file of one of its packages, as a path. */
export const pathInBox = (file: string): string => fileURLToPath(new URL(`node_modules/${file}`, BOX))

/** A compiled contract of one of its packages. */
export function readArtifact(file: string): { readonly abi: Abi; readonly bytecode: Hex } {
  return JSON.parse(readFileSync(pathInBox(file), 'utf8'))
}
