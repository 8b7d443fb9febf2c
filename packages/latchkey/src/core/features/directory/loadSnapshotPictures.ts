import { FIRST_WALLETS } from './firstWallets.ts'

/**
 * The pictures of some bundled wallets by id, each once: those of the first ones are a small chunk, all others a large one. Where a
 * chunk cannot be loaded it gives none, and rows show the letters of their wallets.
 */
export async function loadSnapshotPictures(ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const isFirst = (wanted: string): boolean => FIRST_WALLETS.some(({ id }) => id === wanted)
  const nothing = (): Readonly<Record<string, string>> => ({})
  const [first, others] = await Promise.all([
    ids.some(isFirst) ? import('./firstPictures.ts').then((part) => part.FIRST_PICTURES, nothing) : {},
    ids.every(isFirst) ? {} : import('./snapshotPictures.ts').then((part) => part.SNAPSHOT_PICTURES, nothing),
  ])
  return { ...first, ...others }
}
