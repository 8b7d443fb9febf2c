import { describe, expect, it } from 'vitest'
import { compareStates, type NamespaceState } from './createNamespaceProviders.ts'

const nobody = undefined
const mainnet: NamespaceState = { chain: 'eip155:1', accounts: ['0xa'] }
const base: NamespaceState = { chain: 'eip155:8453', accounts: ['0xa'] }
const other: NamespaceState = { chain: 'eip155:1', accounts: ['0xb'] }
const empty: NamespaceState = { chain: undefined, accounts: [] }
const solana: NamespaceState = { chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', accounts: ['A'] }

describe('what a namespace is told between two states', () => {
  it.each([
    ['nothing where nothing differs', mainnet, { ...mainnet }, []],
    ['that it is connected', nobody, mainnet, ['connect', 'accountsChanged']],
    ['its accounts alone where no chain was granted', nobody, empty, ['accountsChanged']],
    ['another account', mainnet, other, ['accountsChanged']],
    ['another chain, with the accounts there', mainnet, base, ['chainChanged', 'accountsChanged']],
    ['its end', mainnet, nobody, ['accountsChanged', 'disconnect']],
    ['a chain that went, by its accounts', mainnet, empty, ['accountsChanged']],
  ] as const)('%s', (_, before, now, names) => {
    expect(compareStates(before, now).map(({ name }) => name)).toEqual(names)
  })

  it('the start and the end are for the namespace alone; changes are shared with the whole provider', () => {
    const events = [...compareStates(nobody, mainnet), ...compareStates(mainnet, base), ...compareStates(base, nobody)]
    expect(events.filter(({ isShared }) => !isShared).map(({ name }) => name)).toEqual(['connect', 'disconnect'])
  })

  it('chains as EIP-1193 writes them, and CAIP-2 outside of it', () => {
    expect(compareStates(mainnet, base)[0]?.payload).toBe('0x2105')
    expect(compareStates(nobody, solana)[0]?.payload).toEqual({ chainId: solana.chain })
  })
})
