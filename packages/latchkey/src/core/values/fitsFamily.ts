import { SIGN_IN_RECORDS } from '@latchkey/wire/signInNamespaces'
import type { Namespace } from '../types/network.ts'

/** Whether an address is written as those of a family are: a coarse look, not a checksum. */
export function fitsFamily(namespace: Namespace, address: string): boolean {
  return SIGN_IN_RECORDS[namespace].address.test(address)
}
