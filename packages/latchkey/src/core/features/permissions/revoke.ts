import { type ErrorCode, isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { switchNetwork } from '../../kernel/networks/switchNetwork.ts'
import { canBatch } from '../../kernel/requests/canBatch.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followBatch } from '../../kernel/requests/followBatch.ts'
import { followSent, forgetTransaction } from '../../kernel/requests/followSent.ts'
import { followTransaction } from '../../kernel/requests/followTransaction.ts'
import { mayHaveLeft } from '../../kernel/requests/mayHaveLeft.ts'
import { loadSignInStep } from '../../kernel/signIn/settleSignIn.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Instance } from '../../types/latchkey.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { readChain } from '../../ways/readChain.ts'
import { isApproval, readStands, toRevokeCall, toStandsCall } from './rules.ts'
import { type Approval, type Ending, type Permission, permissionsOf } from './state.ts'

/**
 * Ends permissions, each once. Approvals of one network go to the wallet as one batch where it carries batches out as one, else one after
 * the other, until the visitor rejects; each that has gone through is read back from the chain. Resolves with how each ended, in the order
 * given; what comes after a rejection is `failed` with its code and was never asked for. `isOfSite`: the site wants it, and the visitor sees
 * it first where `features.guard` is on. Never rejects.
 */
export async function revoke(
  instance: Instance,
  permissions: readonly Permission[],
  { isOfSite = false }: { readonly isOfSite?: boolean | undefined } = {},
): Promise<readonly Ending[]> {
  const store = permissionsOf(instance)
  // Two presses are one wish.
  const wanted = permissions.filter(({ id }) => !store.get().ending.includes(id))
  const ids = wanted.map(({ id }) => id)
  store.set((state) => ({
    ...state,
    ending: [...state.ending, ...ids],
    ended: Object.fromEntries(Object.entries(state.ended).filter(([id]) => !ids.includes(id))),
  }))
  const endings = new Map<string, Ending>()
  const finish = (permission: Permission, ending: Omit<Ending, 'id'>): void => {
    const { id, kind } = permission
    endings.set(id, { id, ...ending })
    store.set((state) => ({
      ...state,
      ending: state.ending.filter((each) => each !== id),
      ...(ending.outcome === 'ended' &&
        state.permissions && { permissions: state.permissions.filter((each) => each.id !== id) }),
      ended: ending.outcome === 'ended' ? state.ended : { ...state.ended, [id]: { id, ...ending } },
    }))
    if (ending.outcome === 'ended') instance.track('PERMISSION_REVOKED', { kind })
    else instance.track('PERMISSION_REVOKE_ERROR', { kind, message: ending.code ?? ending.outcome })
  }
  const approvals = wanted.filter((each): each is Approval => isApproval(each))
  for (const networkId of new Set(approvals.map((each) => each.networkId))) {
    await endApprovals(
      instance,
      approvals.filter((each) => each.networkId === networkId),
      { finish, isOfSite },
    )
  }
  for (const each of wanted) {
    if (endings.has(each.id)) continue
    try {
      await endHere(instance, each)
      finish(each, { outcome: 'ended' })
    } catch (error) {
      finish(each, toFailed(instance, error))
    }
  }
  return permissions.flatMap(({ id }) => endings.get(id) ?? [])
}

type Finish = (permission: Permission, ending: Omit<Ending, 'id'>) => void

/** Ends approvals of one network and one account. */
async function endApprovals(
  instance: Instance,
  approvals: readonly Approval[],
  { finish, isOfSite }: { readonly finish: Finish; readonly isOfSite: boolean },
): Promise<void> {
  const [first] = approvals
  if (!first) return
  const open = new Set<Approval>(approvals)
  const close = (approval: Approval, ending: Omit<Ending, 'id'>): void => {
    open.delete(approval)
    finish(approval, ending)
  }
  try {
    let { connection, adapter } = demandOwner(instance, first)
    if (connection.networkId !== first.networkId) {
      await switchNetwork(instance, { networkId: first.networkId })
      ;({ connection, adapter } = demandOwner(instance, first))
    }
    const { sendCalls, sendTransaction } = adapter
    if (approvals.length > 1 && sendCalls && (await canBatch(adapter, connection))) {
      const calls = approvals.map(toRevokeCall)
      if (isOfSite) await instance.guard?.({ connection, step: 'send', request: { calls } })
      forgetTransaction(instance)
      const { id } = await carryOut(instance, { connection, step: 'send', isBatch: true }, () =>
        sendCalls(connection, { calls, atomicRequired: true }),
      )
      const hash = await followBatch(instance, { adapter, connection, id })
      // Whatever became of it, the chain is asked below.
      if (hash !== undefined) await followTransaction(instance, { connection, hash }).catch(() => undefined)
      await Promise.all(approvals.map(async (each) => close(each, await readBack(instance, each))))
      return
    }
    if (!sendTransaction) return closeAll({ outcome: 'failed', code: 'ABILITY_MISSING' })
    for (const approval of approvals) {
      const request = toRevokeCall(approval)
      if (isOfSite) await instance.guard?.({ connection, step: 'send', request })
      forgetTransaction(instance)
      const hash = await carryOut(instance, { connection, step: 'send' }, () => sendTransaction(connection, request))
      followSent(instance, connection, hash)
      // Whatever became of it, the chain is asked next.
      await followTransaction(instance, { connection, hash }).catch(() => undefined)
      close(approval, await readBack(instance, approval))
    }
  } catch (error) {
    closeAll(toFailed(instance, error))
  }

  /** The one that was asked for may have left; those after it were never asked for. */
  function closeAll(ending: Omit<Ending, 'id'>): void {
    for (const each of [...open]) {
      close(each, ending)
      if (ending.outcome === 'unclear') ending = { outcome: 'failed', code: ending.code }
    }
  }
}

/** The wallet in use, where it acts for the owner: nothing of another account is ended by mistake. */
function demandOwner(instance: Instance, { owner }: Approval): ReturnType<typeof demandConnection> {
  const found = demandConnection(instance, 'eip155')
  if (isSameAddress('eip155', found.connection.accounts[0]?.address ?? '', owner)) return found
  throw new LatchkeyError('NOT_CONNECTED', 'The account whose approval it is is not the one in use.')
}

/** Whether an approval still stands, by the chain's own word. */
async function readBack(instance: Instance, approval: Approval): Promise<Omit<Ending, 'id'>> {
  const { services, signal, stores } = instance
  const network = findNetwork(stores.networks.get(), approval.networkId)
  try {
    const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
    const answer =
      network &&
      (await withDeadline(parameters, (until) =>
        readChain(instance, network, until).ask('eth_call', [toStandsCall(approval), 'latest']),
      ))
    const stands = readStands(approval, answer)
    if (stands === undefined) return { outcome: 'unclear', code: 'DATA_UNAVAILABLE' }
    return { outcome: stands ? 'stands' : 'ended' }
  } catch (error) {
    services.logger.debug('An approval could not be read back.', { error })
    return { outcome: 'unclear', code: 'DATA_UNAVAILABLE' }
  }
}

/** Ends what no transaction ends. */
async function endHere(instance: Instance, permission: Permission): Promise<void> {
  if (permission.kind === 'connection') {
    const { namespace, connectorId } = permission
    return disconnect(instance, { namespace, connectorId, keepOpen: true })
  }
  if (permission.kind === 'signIn') {
    const step = await loadSignInStep(instance)
    return step?.signOut(instance, permission.namespace)
  }
  if (permission.kind !== 'execution') return
  const { connectorId, context } = permission
  const connection = findConnection(instance.stores.connection.get(), { namespace: 'eip155', id: connectorId })
  const give = connection && getAdapter(instance, connection.connector)?.revokePermissions
  if (!connection || !give) throw new TypeError('The wallet cannot take the permission back.')
  await carryOut(instance, { connection, step: 'sign' }, () => give(connection, { permissionContext: context }))
}

function toFailed({ services }: Instance, error: unknown): Omit<Ending, 'id'> {
  const code: ErrorCode = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
  if (!isLatchkeyError(error)) services.logger.error('A permission could not be ended.', { error })
  return { outcome: mayHaveLeft(code) ? 'unclear' : 'failed', code }
}
