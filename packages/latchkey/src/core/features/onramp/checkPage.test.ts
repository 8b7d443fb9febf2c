import { expect, test } from 'vitest'
import { checkPage, PUBLISHED_HOSTS } from './checkPage.ts'

const me = '0xA1a1a1A1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1'
const thief = `0x${'bd'.repeat(20)}`
const contract = `0x${'d0'.repeat(20)}`
const hosts = [...PUBLISHED_HOSTS, '127.0.0.1:4530']
const check = (url: string, address = me) => checkPage({ url, hosts, address, contracts: [contract] })

test.each([
  `https://buy.moonpay.com/?walletAddress=${me}&currencyCode=eth`,
  `https://buy.moonpay.com/?walletAddress=${me.toLowerCase()}`,
  `https://buy.moonpay.com/?walletAddress=${me}&token=${contract}`,
  'https://pay.coinbase.com/buy/select-asset?sessionToken=abc',
  `http://127.0.0.1:4530/checkout?address=${me}`,
])('SEC-98: %s is opened', (url) => {
  expect(check(url)).toBe(new URL(url).href)
})

test.each([
  ['another host', 'https://buy.moonpay.com.evil.example/', 'host'],
  ['a host that only begins the same', `https://buy.moonpay.community/?walletAddress=${me}`, 'host'],
  ['another port', `https://buy.moonpay.com:8443/?walletAddress=${me}`, 'host'],
  ['no TLS', `http://buy.moonpay.com/?walletAddress=${me}`, 'scheme'],
  ['a script', 'javascript:alert(1)', 'scheme'],
  ['a user name', `https://buy.moonpay.com@pay.coinbase.com/?walletAddress=${me}`, 'user'],
  ['no address at all', 'buy', 'url'],
  ['nothing', '', 'url'],
  ['another account', `https://buy.moonpay.com/?walletAddress=${thief}`, 'address'],
  [
    'another account beside one’s own',
    `https://buy.moonpay.com/?walletAddress=${me}&walletAddress=${thief}`,
    'address',
  ],
  ['another account elsewhere in it', `https://buy.moonpay.com/?walletAddress=${me}&to=${thief}`, 'address'],
  ['another account, encoded', `https://buy.moonpay.com/?q=%2530x${thief.slice(2)}`, 'address'],
  ['another account after the sharp', `https://buy.moonpay.com/?walletAddress=${me}#${thief}`, 'address'],
])('SEC-98: a page with %s is refused', (_name, url, part) => {
  expect(() => check(url)).toThrow(expect.objectContaining({ code: 'ONRAMP_MISMATCH', facts: { part } }))
})

test('SEC-98: an account of Solana is compared to the letter', () => {
  const mine = 'So1DestinationAccountOfTheVisitor11111111111'
  expect(check(`https://buy.moonpay.com/?walletAddress=${mine}`, mine)).toContain(mine)
  expect(() => check(`https://buy.moonpay.com/?walletAddress=${mine.toLowerCase()}`, mine)).toThrow()
})
