import type { Connector } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { NAMESPACES } from '../core/types/network.ts'
import { isOneWallet } from '../core/values/isOneWallet.ts'

/**
 * The wallets that are known now, each once: one that serves several namespaces is a connector of type `MULTI_CHAIN`, with those
 * of its namespaces in `connectors` and the rest as the first of them has it. Two connectors of different namespaces are one
 * wallet where they have the same rdns, else the same directory id, or, where one of them can have neither, the same name.
 */
export function getMergedConnectors({ instance }: Latchkey): readonly Connector[] {
  const { byNamespace } = instance.stores.connectors.get()
  const wallets: [Connector, ...Connector[]][] = []
  for (const connector of NAMESPACES.flatMap((namespace) => byNamespace[namespace] ?? [])) {
    const wallet = wallets.find((own) =>
      own.every((other) => other.namespace !== connector.namespace && isOneWallet(other, connector)),
    )
    if (wallet) wallet.push(connector)
    else wallets.push([connector])
  }
  return wallets.map((own) => (own.length > 1 ? { ...own[0], type: 'MULTI_CHAIN', connectors: own } : own[0]))
}
