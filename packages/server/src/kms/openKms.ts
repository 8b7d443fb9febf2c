import { createLocalKms } from './createLocalKms.ts'
import type { Kms } from './kms.ts'
import { type KeySource, type Party, readMasterKeys } from './readMasterKeys.ts'

/** Opens the master keys of a party, wherever they are. Throws `MasterKeyError`. */
export async function openKms(
  source: KeySource,
  party: Party,
  /** `NODE_ENV` of the process. */
  mode: string | undefined,
): Promise<Kms> {
  if (source.kind !== 'pkcs11') return createLocalKms(readMasterKeys(source, party, mode))
  // Its binding is native code, which nobody else loads.
  const { createTokenKms } = await import('./createTokenKms.ts')
  return createTokenKms(source, party)
}
