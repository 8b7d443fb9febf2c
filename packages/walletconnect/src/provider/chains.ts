import type { SessionNamespace, SessionNamespaces } from '../records.ts'

/** `eip155` of `eip155:1`, or of `eip155`. */
export function namespaceOf(chain: string): string {
  return chain.split(':', 1)[0] ?? ''
}

/**
 * A CAIP-2 chain of a namespace from what wallets and sites write: a number, hex or decimal text, a bare reference, or CAIP-2.
 * Undefined for anything else and for chains of another namespace.
 */
export function toChain(namespace: string, value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value)
  const reference = text.includes(':') ? text.slice(text.indexOf(':') + 1) : text
  if (text.includes(':') && namespaceOf(text) !== namespace) return undefined
  if (namespace !== 'eip155') return /^[-_a-zA-Z0-9]{1,64}$/.test(reference) ? `${namespace}:${reference}` : undefined
  if (!/^(0x[0-9a-f]{1,13}|[0-9]{1,16})$/i.test(reference)) return undefined
  const id = Number(reference)
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** A chain as a provider says it: hex for eip155 (EIP-1193), CAIP-2 for the others. */
export function toShownChain(chain: string): string {
  return namespaceOf(chain) === 'eip155' ? toHexChain(chain) : chain
}

/** `0xa` of `eip155:10`. */
export function toHexChain(chain: string): string {
  return `0x${Number(chain.slice(chain.indexOf(':') + 1)).toString(16)}`
}

/** Chains of a namespace that a session covers, in the wallet's order. */
export function listChains(namespaces: SessionNamespaces | undefined, namespace: string): readonly string[] {
  const chains = select(namespaces, namespace).flatMap(([key, granted]) => [
    ...(key.includes(':') ? [key] : []),
    ...(granted.chains ?? []),
    ...granted.accounts.map((account) => account.slice(0, account.lastIndexOf(':'))),
  ])
  return [...new Set(chains)]
}

/** Addresses of a session on a chain, in the wallet's order; without a chain, those of the whole namespace. */
export function listAddresses(
  namespaces: SessionNamespaces | undefined,
  namespace: string,
  chain?: string | undefined,
): readonly string[] {
  const addresses = select(namespaces, namespace)
    .flatMap(([, granted]) => granted.accounts)
    .filter((account) => chain === undefined || account.startsWith(`${chain}:`))
    .map((account) => account.slice(account.lastIndexOf(':') + 1))
  return [...new Set(addresses)]
}

/** Whether a session lets a method through on a chain. */
export function isGranted(namespaces: SessionNamespaces | undefined, chain: string, method: string): boolean {
  return select(namespaces, namespaceOf(chain)).some(
    ([key, granted]) => (!key.includes(':') || key === chain) && granted.methods.includes(method),
  )
}

/** Entries of a namespace: its own (`eip155`) and those of its chains (`eip155:1`). */
function select(namespaces: SessionNamespaces | undefined, namespace: string): readonly [string, SessionNamespace][] {
  return Object.entries(namespaces ?? {}).filter(([key]) => namespaceOf(key) === namespace)
}
