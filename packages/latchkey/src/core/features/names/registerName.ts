import { getNamesOf, registerName as postName, suggestNames } from '@latchkey/wire/profile'
import { isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { setCachedIdentity } from './cachedIdentity.ts'
import { setIdentity } from './setIdentity.ts'
import { demandOwner, signNameText, toCoinType } from './signNameText.ts'
import { namesOf } from './state.ts'

/**
 * Registers a name, with its zone, for the account of the connected EVM wallet: it signs a text for this site with the gateway's
 * nonce (SEC-122), and nothing is paid. Resolves once the gateway has it, and the account is called so from then on.
 *
 * Rejects before the wallet is asked with `NETWORK_NOT_FOUND`, `NOT_CONNECTED` or `NAME_REFUSED` (`Invalid chainId`), and afterwards
 * with the code of what went wrong: a failure of the wallet, `NAME_TAKEN`, `NAME_REFUSED`, `NAME_TEXT_REFUSED` (signed too late),
 * `SIGNATURE_REFUSED`, `DATA_UNAVAILABLE`. Called once more it is harmless: a name that is there already counts as registered.
 */
export async function registerName(instance: Instance, name: string): Promise<void> {
  const { connection, account, coinType } = demandOwner(instance)
  const { networkId } = connection
  const facts = { network: networkId, isSmartAccount: account.type === 'smartAccount' }
  instance.track('REGISTER_NAME_INITIATED', facts)
  try {
    await claim(instance, { name, connection, coinType, address: account.address })
  } catch (cause) {
    const code = isLatchkeyError(cause) ? cause.code : 'UNKNOWN_FAILURE'
    instance.track('REGISTER_NAME_ERROR', { ...facts, message: code })
    throw new LatchkeyError(code, `Error registering name ${name}`, {
      facts: { ...(isLatchkeyError(cause) && cause.facts), name },
      cause,
    })
  }
  keepName(instance, account.address, name)
  instance.track('REGISTER_NAME_SUCCESS', facts)
}

/** Whether names can be registered on a network: there is no coin type for chain ids of 2^31 and more (ENSIP-11). */
export function hasCoinType(networkId: string): boolean {
  try {
    return toCoinType(networkId) > 0
  } catch {
    return false
  }
}

type Claim = {
  readonly name: string
  readonly connection: Connection
  readonly coinType: number
  readonly address: string
}

async function claim(instance: Instance, { name, connection, coinType, address }: Claim): Promise<void> {
  const what = { action: 'register', name, coin_type: coinType, attributes: {} } as const
  const { message, signature } = await signNameText(instance, connection, what)
  try {
    const registered = await askGateway(instance, (gateway, signal) =>
      gateway.call(postName, { body: { coin_type: coinType, address, message, signature } }, { signal }),
    )
    if (registered.name !== name) throw new LatchkeyError('DATA_UNAVAILABLE', 'The gateway registered another name.')
  } catch (error) {
    // What was acknowledged may not have arrived, and the same name may have been asked for before.
    const isUnclear = isLatchkeyError(error) && (error.code === 'DATA_UNAVAILABLE' || error.code === 'NAME_TAKEN')
    const owned = isUnclear ? await fetchOwnedName(instance, address).catch(() => undefined) : undefined
    if (owned !== name) throw error
  }
}

/** The first name that an address has in the gateway's zones; undefined where it has none. Rejects as `askGateway` does. */
export async function fetchOwnedName(instance: Instance, address: string): Promise<string | undefined> {
  const asked = askGateway(instance, (gateway, signal) =>
    gateway.call(getNamesOf, { address, apiVersion: '2' }, { signal }),
  )
  const [first] = await asked.catch(sayAs('Error fetching names for address'))
  return first?.name
}

/**
 * Names of a zone (default: the gateway's first) that begin as a label of at least 3 characters: the very one first, with whether
 * somebody has it, then free ones. Rejects as `askGateway` does, and with `NAME_REFUSED` for what is no label.
 */
export async function fetchSuggestions(
  instance: Instance,
  { label, zone }: { readonly label: string; readonly zone?: string | undefined },
): Promise<readonly { readonly name: string; readonly registered: boolean }[]> {
  const asked = askGateway(instance, (gateway, signal) =>
    gateway.call(suggestNames, { name: label, ...(zone !== undefined && { zone }) }, { signal }),
  )
  return (await asked.catch(sayAs('Error fetching name suggestions'))).suggestions
}

/** Says in the product's words what came to nothing, under the code of why. */
function sayAs(words: string): (error: unknown) => never {
  return (cause) => {
    if (!isLatchkeyError(cause)) throw cause
    throw new LatchkeyError(cause.code, words, { facts: cause.facts, cause })
  }
}

/** Calls an account by its new name wherever it is shown, here and on later pages. */
export function keepName(instance: Instance, address: string, name: string): void {
  const identity = { name, avatar: undefined }
  setCachedIdentity(instance, address, identity)
  namesOf(instance).set((state) => setIdentity(state, address, identity))
}
