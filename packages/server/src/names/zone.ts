/** Names of an operator's own zones. Sources: SEC-122, ENSIP-9, ENSIP-11, ENSIP-15, EIP-191, ERC-1271, ERC-6492. */
import type { NameRecord } from '@latchkey/wire/names'
import { NAME_TEXT_SECONDS, type NameAction, type NameText, readNameText } from '@latchkey/wire/profile'
import { getAddress, type Hex } from 'viem'
import { isOwnKey, NodeUnavailableError } from '../auth/checkEvmSignature.ts'
import { checkSignature } from '../auth/checkSignature.ts'
import { createNonce } from '../auth/createNonce.ts'
import type { AskNode } from '../auth/signatureClaim.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import {
  addName,
  addNameNonce,
  findName,
  findNamesOf,
  findTakenShapes,
  moveName,
  type NameChange,
  releaseName,
  type StoredName,
  saveNameAddress,
  saveNameAttributes,
} from '../storage/names.ts'
import type { Storage } from '../storage/storage.ts'
import { findCoinType } from '../upstreams/resolveName.ts'
import { refusalOf, relatedLabels, shapeOf } from './labels.ts'
import { ETHER, isEvmCoin, readAddress, writeAddress } from './records.ts'

/** A signed text as a page sends it. */
export type SignedName = {
  /** Full name of the path; undefined where the text alone names it. */
  readonly name: string | undefined
  readonly coin_type: number
  readonly address: string
  readonly message: string
  readonly signature: string
  /** Exact origins of the pages that may ask: the asking one, or those of the project where a program asks. */
  readonly origins: readonly string[]
}

/** The zones of a gateway. All but the readers throw `RequestError` with the codes of `profile.ts` in the wire package. */
export type Zone = {
  readonly zones: readonly string[]
  /** Whether visitors may register. */
  readonly isOpen: boolean
  /** Whether a name, in its normal form, is one of a zone's: then nobody else is asked about it. */
  readonly holds: (name: string) => boolean
  readonly createNonce: () => Promise<{ nonce: string; timestamp: number; zones: string[] }>
  readonly register: (request: SignedName) => Promise<NameRecord>
  readonly setAttributes: (request: SignedName) => Promise<Record<string, string>>
  readonly setAddress: (request: SignedName) => Promise<NameRecord['addresses']>
  readonly transfer: (request: SignedName & { recipientSignature: string }) => Promise<NameRecord>
  readonly release: (request: SignedName) => Promise<void>
  /** With a network the address there alone: a plain key's address of Ethereum counts on other EVM chains too. */
  readonly find: (name: string, networkId?: string | undefined) => Promise<NameRecord | undefined>
  readonly findOf: (address: string) => Promise<NameRecord[]>
  readonly suggest: (label: string, zone: string | undefined) => Promise<{ name: string; registered: boolean }[]>
}

/** Makes the zones over a storage; undefined where the configuration has none. */
export function createZone(parameters: {
  config: Pick<Config, 'names' | 'chains' | 'identity'>
  storage: Storage
  clock: Clock
  askNode: AskNode
}): Zone | undefined {
  const { config, storage, clock, askNode } = parameters
  const { names } = config
  if (names === undefined) return undefined
  const { zones, reserved } = names
  const networks = new Map(
    config.chains.flatMap(({ id }) => {
      const coinType = id.startsWith('eip155:') ? findCoinType(id, config.identity.networkId) : undefined
      // ENSIP-11 has a coin type for the chain that names are read from too.
      const byChain = findCoinType(id, '')
      return [coinType, byChain, ...(id === 'eip155:1' ? [2 ** 31 + 1] : [])].flatMap((each) =>
        each === undefined ? [] : [[each, id] as const],
      )
    }),
  )

  const zoneOf = (name: string): string | undefined => zones.find((zone) => name.endsWith(`.${zone}`))

  /** The text of a request, checked but for its nonce: what it says, and whose signature it has. */
  async function check(
    action: NameAction,
    request: SignedName,
  ): Promise<NameText & { networkId: string; owner: Hex; isKey: boolean }> {
    const { coin_type: coinType, message, signature } = request
    const networkId = networks.get(coinType)
    if (networkId === undefined) throw refuse('NAME_REFUSED', 'coin_type', 'Invalid chainId')
    const text = readNameText(message)
    if (text === undefined) throw refuse('NAME_TEXT_REFUSED', 'message', 'The message is not a text about a name.')
    const owner = request.address.toLowerCase() as Hex
    if (text.action !== action) throw refuse('NAME_TEXT_REFUSED', 'message', `The message is not for: ${action}.`)
    if (request.name !== undefined && request.name !== text.name)
      throw refuse('NAME_TEXT_REFUSED', 'name', 'The message is about another name.')
    if (text.account.toLowerCase() !== `${networkId}:${owner}`) {
      throw refuse('NAME_TEXT_REFUSED', 'address', 'The message is of another account or network.')
    }
    if (!request.origins.some((origin) => new URL(origin).host === text.domain)) {
      throw refuse('NAME_TEXT_REFUSED', 'domain', 'The message is for another site.')
    }
    if (Math.abs(clock.now() / 1000 - text.timestamp) > NAME_TEXT_SECONDS) {
      throw refuse('NAME_TEXT_REFUSED', 'timestamp', 'The message is too old, or from the future.')
    }
    await checkSigner(networkId, owner, message, signature)
    return { ...text, networkId, owner, isKey: await isOwnKey(message, signature as Hex, getAddress(owner)) }
  }

  async function checkSigner(networkId: string, address: string, message: string, signature: string): Promise<void> {
    try {
      if (await checkSignature({ networkId, address, message, signature }, askNode)) return
    } catch (cause) {
      if (!(cause instanceof NodeUnavailableError)) throw cause
      throw new RequestError('UPSTREAM_UNAVAILABLE', cause.message, { field: 'coin_type', cause })
    }
    throw refuse('SIGNATURE_REFUSED', 'signature', 'This is not a signature of the account for this message.')
  }

  /** A checked text about a name that the signer owns on the network that it was registered on. */
  async function checkHeld(action: NameAction, request: SignedName) {
    const text = await check(action, request)
    const held = await findName(storage, text.name)
    if (held === undefined) throw refuse('NOT_FOUND', 'name', 'There is no such name.')
    if (held.owner !== text.owner || held.networkId !== text.networkId) {
      throw refuse('SIGNATURE_REFUSED', 'address', 'The name belongs to another account.')
    }
    return { text, held, holder: { nonce: text.nonce, name: text.name, owner: text.owner, now: clock.now() } }
  }

  async function readBack(name: string): Promise<NameRecord> {
    const found = await findName(storage, name)
    if (found === undefined) throw refuse('NOT_FOUND', 'name', 'There is no such name.')
    return describe(found)
  }

  return {
    zones,
    isOpen: names.registration,
    holds: (name) => zones.includes(name) || zoneOf(name) !== undefined,
    async createNonce() {
      const now = clock.now()
      const nonce = createNonce()
      await addNameNonce(storage, nonce, now + NAME_TEXT_SECONDS * 1000, now)
      return { nonce, timestamp: Math.floor(now / 1000), zones: [...zones] }
    },
    async register(request) {
      if (!names.registration) throw refuse('NAME_REFUSED', 'name', 'Names are not registered here.')
      const text = await check('register', request)
      const zone = zoneOf(text.name)
      if (zone === undefined) throw refuse('NAME_REFUSED', 'name', 'The name is in no zone of this gateway.')
      const label = text.name.slice(0, -zone.length - 1)
      const refusal = refusalOf(label, reserved)
      if (refusal !== undefined) throw refuse('NAME_REFUSED', 'name', refusal)
      if (text.coin_type !== request.coin_type)
        throw refuse('NAME_TEXT_REFUSED', 'coin_type', 'The message is for another coin.')
      const address = getAddress(text.owner)
      const coinType = findCoinType(text.networkId, config.identity.networkId) ?? ETHER
      const isAlsoEther = text.isKey && coinType !== ETHER
      const change = await addName(storage, {
        nonce: text.nonce,
        name: text.name,
        shape: `${shapeOf(label)}.${zone}`,
        owner: text.owner,
        networkId: text.networkId,
        isKey: text.isKey,
        attributes: checkAttributes(text.attributes ?? {}),
        addresses: [{ coinType, address }, ...(isAlsoEther ? [{ coinType: ETHER, address }] : [])],
        now: clock.now(),
      })
      requireDone(change, 'NAME_TAKEN', 'The name is taken, or you already own a name')
      return readBack(text.name)
    },
    async setAttributes(request) {
      const { text, holder } = await checkHeld('attributes', request)
      const attributes = checkAttributes(text.attributes ?? {})
      requireDone(await saveNameAttributes(storage, { ...holder, attributes }))
      return attributes
    },
    async setAddress(request) {
      const { text, holder } = await checkHeld('address', request)
      if (text.coin_type === undefined || text.address === undefined) {
        throw refuse('NAME_TEXT_REFUSED', 'message', 'The message names no coin and address.')
      }
      const coinType = text.coin_type === 2 ** 31 + 1 ? ETHER : text.coin_type
      if (text.address === '') {
        requireDone(await saveNameAddress(storage, { ...holder, coinType, address: null }))
        return {}
      }
      const address = writeAddress(coinType, readAddress(coinType, text.address))
      if (address === undefined) throw refuse('NAME_REFUSED', 'address', 'That is no address of the coin.')
      requireDone(await saveNameAddress(storage, { ...holder, coinType, address }))
      return { [coinType]: { address, created_at: new Date(holder.now).toISOString() } }
    },
    async transfer(request) {
      const { text, holder } = await checkHeld('transfer', request)
      const to = readAddress(ETHER, text.to ?? '')
      if (to === undefined) throw refuse('NAME_TEXT_REFUSED', 'to', 'The message names nobody whom the name goes to.')
      const { networkId } = text
      // Whose name it becomes agrees: a name that somebody else chose shows wherever the address does.
      await checkSigner(networkId, to, request.message, request.recipientSignature)
      const address = getAddress(to)
      const isKey = await isOwnKey(request.message, request.recipientSignature as Hex, address)
      const coinType = findCoinType(networkId, config.identity.networkId) ?? ETHER
      requireDone(
        await moveName(storage, { ...holder, to, isKey, coinType, address }),
        'NAME_TAKEN',
        'The recipient already owns a name',
      )
      return readBack(text.name)
    },
    async release(request) {
      const { holder } = await checkHeld('release', request)
      requireDone(await releaseName(storage, { ...holder, heldUntil: holder.now + names.quarantineDays * 86_400_000 }))
    },
    async find(name, networkId) {
      const found = await findName(storage, name)
      return found && describe(found, networkId, config.identity.networkId)
    },
    async findOf(address) {
      const found = await findNamesOf(storage, address.toLowerCase())
      return found.map((each) => describe(each))
    },
    async suggest(label, wanted) {
      const zone = wanted ?? zones[0]
      if (zone === undefined || !zones.includes(zone))
        throw refuse('NAME_REFUSED', 'zone', 'That is no zone of this gateway.')
      const written = label.toLowerCase()
      if (!/^[a-z0-9-]{3,64}$/.test(written)) throw refuse('NAME_REFUSED', 'name', 'The value is not a valid username')
      const all = [written, ...relatedLabels(written)]
      const taken = await findTakenShapes(
        storage,
        all.map((each) => `${shapeOf(each)}.${zone}`),
      )
      const isFree = (each: string) => refusalOf(each, reserved) === undefined && !taken.has(`${shapeOf(each)}.${zone}`)
      const [first = written, ...others] = all
      // Of a label that is still too short to be had, nobody has said that somebody has it.
      const isTaken = first.length < 4 ? false : !isFree(first)
      return [
        { name: `${first}.${zone}`, registered: isTaken },
        ...others
          .filter(isFree)
          .slice(0, 4)
          .map((each) => ({ name: `${each}.${zone}`, registered: false })),
      ]
    },
  }
}

function describe(found: StoredName, networkId?: string, namesNetworkId = ''): NameRecord {
  const coinType = networkId === undefined ? undefined : findCoinType(networkId, namesNetworkId)
  const own = found.addresses.filter((each) => networkId === undefined || each.coinType === coinType)
  // A key is its holder's on every EVM chain; what else stands behind Ethereum's address may be another's elsewhere.
  const isBorrowed = own.length === 0 && found.isKey && networkId?.startsWith('eip155:') === true
  const records = isBorrowed
    ? found.addresses
        .filter((each) => isEvmCoin(each.coinType) && each.address.toLowerCase() === found.owner)
        .slice(0, 1)
    : own
  return {
    name: found.name,
    registered_at: new Date(found.registeredAt).toISOString(),
    updated_at: new Date(found.updatedAt).toISOString(),
    attributes: found.attributes,
    addresses: Object.fromEntries(
      records.map(({ coinType: coin, address, createdAt }) => [
        coin,
        { address, created_at: new Date(createdAt).toISOString() },
      ]),
    ),
  }
}

/** `bio` alone, of characters that neither mark up nor hide anything. */
function checkAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'bio') throw refuse('NAME_REFUSED', 'attributes', 'The only attribute is bio.')
    if (!/^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/.test(value)) {
      throw refuse('NAME_REFUSED', 'attributes', 'A bio has 1 to 255 letters, digits, spaces and @:/._-?&=+.')
    }
  }
  return { ...attributes }
}

function requireDone(
  change: NameChange,
  code: 'NAME_TAKEN' | 'NOT_FOUND' = 'NOT_FOUND',
  words = 'There is no such name.',
): void {
  if (change === 'nonce') throw refuse('NAME_TEXT_REFUSED', 'nonce', 'The nonce was used, has run out, or is not ours.')
  if (change === 'refused') throw refuse(code, 'name', words)
}

function refuse(
  code: 'NAME_REFUSED' | 'NAME_TAKEN' | 'NAME_TEXT_REFUSED' | 'SIGNATURE_REFUSED' | 'NOT_FOUND',
  field: string,
  words: string,
): RequestError {
  return new RequestError(code, words, { field })
}
