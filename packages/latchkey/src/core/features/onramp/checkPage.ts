import { parseUrl } from '@latchkey/wire/parseUrl'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'

/** Hosts that providers publish for their pages. A site names others in `onrampHosts`. */
export const PUBLISHED_HOSTS: readonly string[] = ['pay.coinbase.com', 'buy.moonpay.com', 'buy-sandbox.moonpay.com']

/** Hosts of this machine, which may be reached without TLS. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** An address of a chain of eip155, wherever it stands. */
const EVM_ADDRESS = /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g

/** Names under which pages of providers are told whom the coins are for. */
const ADDRESS_FIELDS = ['address', 'walletAddress', 'destinationAddress', 'destinationWallets', 'walletAddresses']

/**
 * Compares the page that a gateway made with what the visitor was shown: an allowed host, https (or this machine), no user name in
 * it, and no account but the visitor's. Returns the address that is opened; throws `ONRAMP_MISMATCH`. Source: SEC-98.
 */
export function checkPage(page: {
  readonly url: string
  /** Hosts, each with its port if it is not the usual one. */
  readonly hosts: readonly string[]
  readonly address: string
  /** Contracts that may be named beside the account. */
  readonly contracts?: readonly string[] | undefined
}): string {
  const refuse = (part: string): never => {
    throw new LatchkeyError('ONRAMP_MISMATCH', 'The page to pay on is not what was shown.', { facts: { part } })
  }
  const url = parseUrl(page.url)
  if (url === undefined) return refuse('url')
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isSafe) return refuse('scheme')
  if (url.username !== '' || url.password !== '') return refuse('user')
  if (!page.hosts.includes(url.host)) return refuse('host')
  const isMine = (address: string): boolean => isSame(address, page.address)
  for (const field of ADDRESS_FIELDS) {
    for (const value of url.searchParams.getAll(field))
      if (!value.includes(page.address) && !isMine(value)) refuse('address')
  }
  const contracts = (page.contracts ?? []).map((each) => each.toLowerCase())
  for (const [named] of decodeAll(url.href).matchAll(EVM_ADDRESS)) {
    if (!isMine(named) && !contracts.includes(named.toLowerCase())) refuse('address')
  }
  return url.href
}

/** Either case of an EVM address is the same account; no other address is. */
function isSame(left: string, right: string): boolean {
  return left === right || (right.startsWith('0x') && left.toLowerCase() === right.toLowerCase())
}

/** Decodes what is encoded once or twice, so that nothing hides. */
function decodeAll(text: string): string {
  let decoded = text
  for (let round = 0; round < 2; round += 1) {
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      return decoded
    }
  }
  return decoded
}
