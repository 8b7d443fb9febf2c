import type { KeyStorage } from '../../services/ports.ts'
import type { Namespace } from '../../types/network.ts'
import { RECORD_VERSION, RECORDS } from './records.ts'

export function writeActive(storage: KeyStorage, namespace: Namespace): void {
  writeRecord(storage, RECORDS.active, namespace)
}

/** Writes a record with its version, where it differs from what stands there: every write is news to other tabs. */
export function writeRecord(storage: KeyStorage, name: string, value: unknown): void {
  const text = JSON.stringify({ v: RECORD_VERSION, value })
  if (storage.get(name) !== text) storage.set(name, text)
}
