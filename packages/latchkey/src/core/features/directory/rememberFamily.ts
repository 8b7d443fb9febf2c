import { RECORD_VERSION, readTexts } from '../../kernel/saved/records.ts'
import type { KeyStorage } from '../../services/ports.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'

/** Storage name: texts of a namespace, a space and the key of a wallet's listing, newest first. */
const NAME = 'families'

/** Wallets whose family is kept. */
const KEPT = 20

/** The family of networks that was chosen for a wallet the last time, if any. */
export function recallFamily(storage: KeyStorage, walletKey: string): Namespace | undefined {
  const kept = readTexts(storage, NAME).find((text) => text.endsWith(` ${walletKey}`))
  return NAMESPACES.find((namespace) => kept === `${namespace} ${walletKey}`)
}

/** Keeps which family was chosen for a wallet; only a wallet's key and the family are written. */
export function rememberFamily(storage: KeyStorage, walletKey: string, namespace: Namespace): void {
  const others = readTexts(storage, NAME).filter((text) => !text.endsWith(` ${walletKey}`))
  const value = [`${namespace} ${walletKey}`, ...others].slice(0, KEPT)
  storage.set(NAME, JSON.stringify({ v: RECORD_VERSION, value }))
}
