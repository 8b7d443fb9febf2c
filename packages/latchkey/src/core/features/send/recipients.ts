import type { KnownAddress } from '@latchkey/wire/guard'
import { listConnections } from '../../kernel/connections/connectionList.ts'
import { contactsOf } from '../../kernel/requests/contacts.ts'
import { readTexts } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { isSameAddress } from '../../values/namespaces.ts'

/** Recipients that are remembered of each namespace; the oldest goes first. */
export const RECENT_RECIPIENTS = 10

const recordOf = (namespace: Namespace): string => `${namespace}/recipients`

/** Addresses that something was sent to from this page of the site before, the newest first. */
export function readRecipients({ services }: Pick<Instance, 'services'>, namespace: Namespace): readonly string[] {
  return readTexts(services.storage, recordOf(namespace)).slice(0, RECENT_RECIPIENTS)
}

/** Remembers an address that something has just been sent to, in this browser alone. */
export function addRecipient(instance: Pick<Instance, 'services'>, namespace: Namespace, address: string): void {
  const others = readRecipients(instance, namespace).filter((each) => !isSameAddress(namespace, each, address))
  writeRecord(instance.services.storage, recordOf(namespace), [address, ...others].slice(0, RECENT_RECIPIENTS))
}

/** Addresses that this visitor has reason to know: of the wallets connected here, those sent to before, and those paid in their history. */
export function listKnown(instance: Instance, namespace: Namespace): readonly KnownAddress[] {
  const own = listConnections(instance.stores.connection.get(), namespace).flatMap(({ accounts, connector }) =>
    accounts.map(({ address }): KnownAddress => ({ address, relation: 'own', name: connector.name })),
  )
  const recent = readRecipients(instance, namespace).map((address): KnownAddress => ({ address, relation: 'recent' }))
  const paid = contactsOf(instance).get().byNamespace[namespace] ?? []
  return [...own, ...recent, ...paid.map((address): KnownAddress => ({ address, relation: 'history' }))]
}
