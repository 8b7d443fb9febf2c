import { statfsSync } from 'node:fs'

/** Bytes that are free on the disk of a folder. */
export type ReadFreeBytes = (folder: string) => number

/**
 * Free bytes below which nothing more is stored, and below which nothing is cleared away either. One write takes two
 * segments of the embedded database's log (16 MiB each) and its own rows at most; clearing takes one segment.
 */
export const STORING_BYTES = 64 * 1024 * 1024
export const CLEARING_BYTES = 32 * 1024 * 1024

/** Asks the system; endless where the file system does not tell. */
export function readDisk(folder: string): number {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
