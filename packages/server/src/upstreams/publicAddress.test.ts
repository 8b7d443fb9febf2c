import { expect, test } from 'vitest'
import { isPublicAddress } from './publicAddress.ts'

test.each([
  ['loopback', '127.0.0.1'],
  ['all of loopback', '127.255.255.254'],
  ['this host', '0.0.0.0'],
  ['private 10', '10.1.2.3'],
  ['private 172', '172.16.0.1'],
  ['the end of private 172', '172.31.255.255'],
  ['private 192', '192.168.1.1'],
  ['CGNAT', '100.64.0.1'],
  ['link-local and cloud metadata', '169.254.169.254'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '203.0.113.7'],
  ['benchmarks', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped public', '::ffff:8.8.8.8'],
  ['compatible loopback', '::127.0.0.1'],
  ['translated (NAT64)', '64:ff9b::7f00:1'],
  ['local translated (NAT64)', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['IPv6 documentation', '2001:db8::1'],
  ['newer IPv6 documentation', '3fff::1'],
  ['unique local', 'fd00::1'],
  ['cloud metadata in IPv6', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['no address', 'localhost'],
  ['octal', '0177.0.0.1'],
  ['decimal', '2130706433'],
  ['nothing', ''],
])('SEC-110: %s (%s) is not public', (_name, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('SEC-110: %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
