import type { KeyStorage } from '../../services/ports.ts'
import type { Namespace } from '../../types/network.ts'
import { RECORDS, readTexts } from './records.ts'
import { writeRecord } from './writeRecords.ts'

/** Marks kept a namespace. */
const LEFT_LIMIT = 20

/** Marks a wallet as left on purpose. */
export function writeLeft(storage: KeyStorage, namespace: Namespace, connectorId: string): void {
  writeRecord(
    storage,
    RECORDS.left(namespace),
    [...new Set([connectorId, ...readLeft(storage, namespace)])].slice(0, LEFT_LIMIT),
  )
}

/** Takes the mark off a wallet that is connected again (wagmi #4195). */
export function eraseLeft(storage: KeyStorage, namespace: Namespace, connectorId: string): void {
  const left = readLeft(storage, namespace)
  if (!left.includes(connectorId)) return
  const rest = left.filter((id) => id !== connectorId)
  writeRecord(storage, RECORDS.left(namespace), rest)
}

/** Ids of wallets that the visitor disconnected here. */
export function readLeft(storage: KeyStorage, namespace: Namespace): readonly string[] {
  return readTexts(storage, RECORDS.left(namespace))
}
