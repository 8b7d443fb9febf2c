import type { WalletWindow } from '../services/ports.ts'

/** The whole address of a page; undefined on a server, and in a frame that another page wrote, which has none of its own. */
export function readPageAddress(page: Pick<WalletWindow, 'location'> | null): string | undefined {
  const href = page?.location?.href
  return href?.startsWith('about:') ? undefined : href
}
