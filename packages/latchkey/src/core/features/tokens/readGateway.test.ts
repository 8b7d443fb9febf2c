import { expect, test } from 'vitest'
import { isNativePlaceholder } from './readGateway.ts'

test.each([
  'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'So11111111111111111111111111111111111111111',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182:0x',
  'bip122:000000000019d6689c085ae165831e93:0x',
])('%s stands for the coin of its network', (address) => expect(isNativePlaceholder(address)).toBe(true))

test.each([
  'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  'So11111111111111111111111111111111111111112',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182:0x1',
])('%s is a token', (address) => expect(isNativePlaceholder(address)).toBe(false))
