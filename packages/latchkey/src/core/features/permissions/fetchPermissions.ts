import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../types/latchkey.ts'
import { listHere } from './listHere.ts'
import { readApprovals } from './readApprovals.ts'
import { type PermissionList, permissionsOf } from './state.ts'

/** The account of eip155 in use, whose approvals are meant. */
export function getOwner({ stores }: Pick<Instance, 'stores'>): string | undefined {
  return stores.accounts.get().byNamespace.eip155?.active.address
}

/** All that this site and others may do. Never rejects: what could not be read is said in the list. */
export async function fetchPermissions(
  instance: Instance,
  { isFresh = false }: { readonly isFresh?: boolean | undefined } = {},
): Promise<PermissionList> {
  const address = getOwner(instance)
  const isServed = address !== undefined && instance.services.gateway !== null
  const [here, found] = await Promise.all([
    listHere(instance),
    isServed
      ? readApprovals(instance, { address, isFresh }).catch((error: unknown) => {
          instance.services.logger.debug('Approvals could not be read.', { error })
          return isLatchkeyError(error) && error.code === 'CHAIN_UNSUPPORTED' ? 'unserved' : 'failed'
        })
      : ('unserved' as const),
  ])
  if (typeof found === 'string') return { permissions: here, approvals: found, unavailable: [], incomplete: [] }
  const { approvals, unavailable, incomplete } = found
  return { permissions: [...here, ...approvals], approvals: 'read', unavailable, incomplete }
}

/** Reads them into the store. A failure keeps what was known of the same account. Never rejects. */
export async function loadPermissions(
  instance: Instance,
  options: { readonly isFresh?: boolean | undefined } = {},
): Promise<void> {
  const store = permissionsOf(instance)
  const owner = getOwner(instance)
  const reading = store.get().reading + 1
  store.set((state) => ({
    ...(state.owner === owner ? state : { ending: state.ending, ended: {} }),
    status: 'loading',
    owner,
    reading,
  }))
  const list = await fetchPermissions(instance, options)
  store.set((state) => {
    if (state.reading !== reading) return state
    const hasFailed = list.approvals === 'failed'
    // What could not be read is what it was; what this site may do is always known.
    const kept = hasFailed ? (state.permissions ?? []).filter((each) => 'contract' in each) : []
    return {
      ...state,
      ...list,
      permissions: [...list.permissions, ...kept],
      status: hasFailed ? 'failed' : 'ready',
    }
  })
}
