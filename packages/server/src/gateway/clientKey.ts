import { BlockList, isIP } from 'node:net'

/** Tells something of the client that a request comes from. */
export type ReadClient = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string

/** Makes what tells which client a request counts for: its address, of IPv6 its network. Source: SEC-108. */
export function createClientKey(trustedProxies: readonly string[]): ReadClient {
  const readAddress = createClientAddress(trustedProxies)
  return (...request) => toClientKey(readAddress(...request))
}

/** What a client counts by: IPv6 ones by their /64, which is what one household or server has. */
export function toClientKey(address: string): string {
  return isIP(address) === 6 ? ipv6Network(address) : address
}

/** Makes what tells whether a connection comes from a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): (remoteAddress: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  return (remoteAddress) => {
    const address = plainAddress(remoteAddress ?? '')
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * Makes what tells the address of a client. `X-Forwarded-For` is believed only where the connection comes from a trusted proxy: read
 * from the right, the first address that is not a trusted proxy is the client.
 */
export function createClientAddress(trustedProxies: readonly string[]): ReadClient {
  const isTrusted = createProxyCheck(trustedProxies)
  return (remoteAddress, forwardedFor) => {
    let client = plainAddress(remoteAddress ?? '')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    while (isTrusted(client)) {
      const next = hops.pop()
      if (next === undefined || isIP(next) === 0) break
      client = next
    }
    return client
  }
}

/** An IPv4 address that arrives in IPv6 dress is undressed. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

function ipv6Network(address: string): string {
  const [left = '', right] = (address.split('%')[0] ?? '').split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
