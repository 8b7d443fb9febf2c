import { BlockList, isIP } from 'node:net'

/**
 * Whether an IP address belongs to the public internet: not private, loopback, link-local, shared (CGNAT), multicast,
 * reserved, documentation or metadata. IPv6 is judged by an allowlist: global unicast, without the blocks that carry an
 * IPv4 address inside (6to4, Teredo; mapped and translated ones lie outside it). Sources: RFC 6890, SEC-110.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !withBlocks('ipv4', DENIED_IPV4).check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return (
    withBlocks('ipv6', ALLOWED_IPV6).check(address, 'ipv6') && !withBlocks('ipv6', DENIED_IPV6).check(address, 'ipv6')
  )
}

type Block = readonly [network: string, prefix: number]

function withBlocks(family: 'ipv4' | 'ipv6', blocks: readonly Block[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family)
  return list
}

const DENIED_IPV4: readonly Block[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const ALLOWED_IPV6: readonly Block[] = [['2000::', 3]]

const DENIED_IPV6: readonly Block[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
