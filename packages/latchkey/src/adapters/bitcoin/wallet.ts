import type { FailureFamily } from '../../core/errors/toFailure.ts'
import type { NetworkId } from '../../core/types/network.ts'
import type { Shared } from './addresses.ts'

/** A partially signed transaction to sign. */
export type PsbtRequest = {
  /** Base64. Source: BIP-174. */
  readonly psbt: string
  /** Which inputs each address signs. Default: the wallet decides. */
  readonly signInputs?: Readonly<Record<string, readonly number[]>> | undefined
  /** Whether the wallet finishes the transaction and sends it. Default false. */
  readonly broadcast?: boolean | undefined
}

/**
 * A signed transaction in base64, and its id once it was sent. A wallet that sends may give the id alone.
 */
export type SignedPsbt = { readonly psbt?: string | undefined; readonly txid?: string | undefined }

/** A signature in base64, and who signed where the wallet says so. */
export type MessageSignature = { readonly signature: unknown; readonly address?: unknown }

/** A payment in satoshi, from the account that the site believes in use. */
export type Transfer = { readonly from: string; readonly to: string; readonly amount: bigint }

/**
 * A Bitcoin wallet of any kind behind one face, standing on one network. What it throws is the wallet's own; whoever calls
 * names it. A member that is absent is something this wallet cannot do.
 */
export type BitcoinWallet = {
  /** Whose numbers its errors speak. */
  readonly family: FailureFamily
  /** The wallet's own object for a host. */
  readonly provider: unknown
  /** Opens the wallet. */
  connect(networkId: NetworkId): Promise<Shared>
  /** What is shared already, without opening anything; undefined when the wallet cannot say. */
  read(): Promise<Shared | undefined>
  /** Any answer at all, without opening anything. Absent where nothing can be asked. */
  readonly ping?: (() => Promise<unknown>) | undefined
  /** Tells that something has changed, with what the wallet said, or that the wallet let go. Returns the way to stop. */
  watch(listener: (news: { readonly ended: boolean; readonly said: unknown }) => void): () => void
  readonly switchNetwork?: ((networkId: NetworkId) => Promise<unknown>) | undefined
  readonly disconnect?: (() => Promise<unknown>) | undefined
  readonly signMessage?: ((address: string, message: string) => Promise<MessageSignature>) | undefined
  readonly signPsbt?:
    | ((request: PsbtRequest) => Promise<{ readonly psbt: unknown; readonly txid?: unknown }>)
    | undefined
  readonly sendTransfer?: ((transfer: Transfer) => Promise<unknown>) | undefined
}

/** What the Bitcoin wallet in use offers beside the adapter. */
export type CurrentWallet = Pick<BitcoinWallet, 'family' | 'signPsbt' | 'sendTransfer'>

/** A member of an object that is not ours, whose getters may throw. */
export function readMember(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' || typeof value === 'function'
      ? (value as Record<string, unknown> | null)?.[name]
      : undefined
  } catch {
    return undefined
  }
}

/** A method of an object that is not ours, bound to it; undefined when it has none of that name. */
export function readMethod(
  value: unknown,
  name: string,
): ((...args: readonly unknown[]) => Promise<unknown>) | undefined {
  const method = readMember(value, name)
  // What a wallet throws instead of rejecting is a rejection too.
  return typeof method === 'function' ? async (...args) => method.apply(value, args) : undefined
}

/** Listens to one event of a wallet. What returns is the way to stop, for wallets that give one, take one, or have none. */
export function listen(
  provider: unknown,
  names: { readonly on: string; readonly off: string },
  event: string,
  listener: (value: unknown) => void,
): () => void {
  let isWatching = true
  const hear = (value: unknown) => {
    if (isWatching) listener(value)
  }
  let given: unknown
  try {
    const on = readMember(provider, names.on)
    if (typeof on === 'function') given = on.call(provider, event, hear)
  } catch {
    // A wallet that cannot be listened to is read when it is used.
  }
  return () => {
    isWatching = false
    try {
      const off = readMember(provider, names.off)
      if (typeof given === 'function') given()
      else if (typeof off === 'function') off.call(provider, event, hear)
    } catch {
      // The wallet keeps a listener that does nothing any more.
    }
  }
}

/** An error with a number, for what a wallet would refuse if it could be asked. */
export function toNumberedError(code: number, text: string): Error {
  return Object.assign(new Error(text), { code })
}
