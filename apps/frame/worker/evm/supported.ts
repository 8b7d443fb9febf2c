/** What the gateway says its chains can do for accounts of eip155. */
import { getSupportedChains } from '@latchkey/wire/supportedChains'
import * as v from 'valibot'
import type { SmartNetwork } from '../keyTasks.ts'

export type Supported = {
  /** Those with smart accounts. */
  readonly smart: readonly SmartNetwork[]
  /** Those on which an account may keep its address and get code (CAIP-2). */
  readonly delegation: readonly string[]
  /** Those of them on which pages of this project may ask for permissions. */
  readonly permissions: readonly string[]
}

const NONE: Supported = { smart: [], delegation: [], permissions: [] }

/** Reads it once; nothing at all where the gateway cannot be asked, until it can be. */
export const createSupported = ({
  gatewayUrl,
  projectId,
  fetch,
}: {
  readonly gatewayUrl: string
  readonly projectId: string
  readonly fetch: typeof globalThis.fetch
}): (() => Promise<Supported>) => {
  let known: Promise<Supported> | undefined

  const read = async (): Promise<Supported> => {
    const query = new URLSearchParams({ projectId })
    const response = await fetch(`${gatewayUrl}${getSupportedChains.path}?${query}`, {
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    const { bundler, sponsored, delegation, permissions } = v.parse(getSupportedChains.answer, await response.json())
    const isOurs = (id: string): boolean => id.startsWith('eip155:')
    return {
      smart: bundler.filter(isOurs).map((id) => ({ id, isSponsored: sponsored.includes(id) })),
      delegation: delegation.filter(isOurs),
      permissions: permissions.filter((id) => isOurs(id) && delegation.includes(id)),
    }
  }

  return () => {
    known ??= read().catch(() => {
      // The gateway may be there again the next time.
      known = undefined
      return NONE
    })
    return known
  }
}
