import { listConnections } from '../../kernel/connections/connectionList.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'
import { getConnectorImage } from '../../values/getConnectorImage.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { readSession } from '../../ways/walletConnect/readSession.ts'
import type { ConnectedPermission, ExecutionPermission, SignInPermission } from './state.ts'

/** What this site may do: of connected wallets, of sign-ins, and what wallets let it do without asking. Never rejects. */
export async function listHere(
  instance: Instance,
): Promise<readonly (ConnectedPermission | SignInPermission | ExecutionPermission)[]> {
  const connections = listConnections(instance.stores.connection.get())
  const session = await readSession(instance)
  const granted = await Promise.all(connections.map((connection) => listGranted(instance, connection)))
  return [
    ...connections.map(({ connector, accounts }): ConnectedPermission => {
      const { namespace, id, name, type } = connector
      const isSession = type === 'WALLET_CONNECT'
      return {
        id: `connection:${namespace}:${id}`,
        kind: 'connection',
        namespace,
        connectorId: id,
        walletName: name,
        imageUrl: getConnectorImage(instance.options, connector),
        addresses: accounts.map(({ address }) => address),
        methods: isSession ? session?.methods : undefined,
        expiresAt: isSession ? session?.expiresAt : undefined,
      }
    }),
    ...listSignIns(instance),
    ...granted.flat(),
  ]
}

function listSignIns(instance: Instance): readonly SignInPermission[] {
  const { signedIn = {} } = signInOf(instance).get()
  return NAMESPACES.flatMap((namespace): SignInPermission[] => {
    const session = signedIn[namespace]
    if (!session) return []
    const { address, fields } = session
    const ends = Date.parse(fields.expirationTime ?? '')
    return [
      {
        id: `signIn:${namespace}:${address}`,
        kind: 'signIn',
        namespace,
        networkId: fields.networkId,
        address,
        expiresAt: Number.isNaN(ends) ? undefined : ends,
      },
    ]
  })
}

async function listGranted(instance: Instance, connection: Connection): Promise<readonly ExecutionPermission[]> {
  const { services, signal } = instance
  const { connector } = connection
  const fetch = getAdapter(instance, connector)?.fetchPermissions
  if (!fetch) return []
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
  // Most wallets cannot say, which is no failure.
  const granted = await withDeadline(parameters, () => fetch(connection)).catch((error: unknown) => {
    services.logger.debug('A wallet does not tell what it has granted.', { error })
    return []
  })
  return granted
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > services.clock.now())
    .map(({ networkId, context, type, expiresAt, to }) => ({
      id: `execution:${connector.id}:${context}`,
      kind: 'execution',
      namespace: 'eip155',
      networkId,
      connectorId: connector.id,
      context,
      type,
      expiresAt,
      to,
    }))
}
