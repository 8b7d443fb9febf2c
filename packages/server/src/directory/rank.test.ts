import { describe, expect, test } from 'vitest'
import { rankName, rankTypo } from './rank.ts'

describe('rankName', () => {
  test('the whole name beats its first words, its beginning, a later word, and its inside', () => {
    const ranks = ['Trust', 'Trust Wallet', 'Trustee', 'My Trust', 'Entrust'].map((name) => rankName(name, 'trust'))
    expect(ranks.every((rank, index) => rank !== null && rank > (ranks[index - 1] ?? -1))).toBe(true)
  })

  test('upper case, accents and punctuation do not count', () => {
    expect(rankName('Crypto.com Onchain', 'crypto com onchain')).toBe(0)
    expect(rankName('Métamask', 'METAMASK')).toBe(0)
    expect(rankName('TokenPocket', 'token pocket')).not.toBeNull()
    expect(rankName('Trust Wallet', 'trustwallet')).not.toBeNull()
  })

  test('a stranger and an empty search have no rank', () => {
    expect(rankName('Rainbow', 'metamask')).toBeNull()
    expect(rankName('Rainbow', ' .- ')).toBeNull()
  })
})

describe('rankTypo', () => {
  test.each([
    ['metamsk', 'MetaMask'],
    ['metmask', 'MetaMask'],
    ['metamaks', 'MetaMask'],
    ['metammask', 'MetaMask'],
    ['rainbwo', 'Rainbow'],
    ['phantm', 'Phantom'],
    ['coinbsae walet', 'Coinbase Wallet'],
    ['walelt', 'Trust Wallet'],
  ])('%s finds %s', (typed, name) => {
    expect(rankTypo(name, typed)).not.toBeNull()
  })

  test('fewer errors rank before more', () => {
    expect(rankTypo('MetaMask', 'metamsak')).toBeLessThan(rankTypo('MetaMask', 'metamzzk') ?? 0)
  })

  test('three letters, another first letter, and one error too many find nothing', () => {
    expect(rankTypo('Zen', 'zem')).toBeNull()
    expect(rankTypo('MetaMask', 'netamask')).toBeNull()
    expect(rankTypo('Rabby', 'rxxby')).toBeNull()
  })
})
