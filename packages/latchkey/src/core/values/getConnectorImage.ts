import type { Connector } from '../types/adapter.ts'
import type { Options } from '../types/options.ts'

/**
 * The picture of a connector: the one that the site gives for its id (option `connectorImages`), else the wallet's own. A wallet
 * on another device keeps its own picture, since all of them share one id. Not yet trusted: see `isTrustedImage` (SEC-84).
 */
export function getConnectorImage(
  { connectorImages }: Pick<Options, 'connectorImages'>,
  connector: Pick<Connector, 'id' | 'type' | 'imageUrl'> | undefined,
): string | undefined {
  const own = connector?.imageUrl
  return connector && connector.type !== 'WALLET_CONNECT' ? (connectorImages[connector.id] ?? own) : own
}
