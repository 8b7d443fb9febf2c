import { readRecent, readTexts } from '../../kernel/saved/records.ts'
import { readConnections } from '../../kernel/saved/savedConnections.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'

/** A kind of thing that is kept in this browser; what is none of the others is a choice. */
export type KeptKind = 'wallets' | 'recent' | 'balances' | 'recipients' | 'signIns' | 'choices'

/** How much of a kind is kept: things, or bytes of a cache. */
export type Kept = { readonly kind: KeptKind; readonly count: number; readonly unit: 'things' | 'bytes' }

/** Records of sign-ins: of this browser alone, and marks of those with a server. */
const SIGN_INS = ['siwx', 'signIn']

/** What this browser keeps of the visitor for this site, by kind; kinds of which there is nothing are left out. */
export function listKept({ services }: Pick<Instance, 'services'>): readonly Kept[] {
  const { storage } = services
  const sort = (name: string): KeptKind => {
    const [first = '', last] = name.split('/')
    if (first === 'cache') return 'balances'
    if (last?.startsWith('connector')) return 'wallets'
    if (last === 'recipients') return 'recipients'
    return name === 'recent' ? 'recent' : SIGN_INS.includes(first) ? 'signIns' : 'choices'
  }
  const namesOf = (kind: KeptKind): readonly string[] => storage.names().filter((name) => sort(name) === kind)
  const bytes = namesOf('balances').reduce((sum, name) => sum + name.length + (storage.get(name)?.length ?? 0), 0)
  const kept: readonly Kept[] = [
    {
      kind: 'wallets',
      count: NAMESPACES.reduce((sum, namespace) => sum + readConnections(storage, namespace).length, 0),
      unit: 'things',
    },
    { kind: 'recent', count: readRecent(storage).length, unit: 'things' },
    { kind: 'balances', count: bytes, unit: 'bytes' },
    {
      kind: 'recipients',
      count: namesOf('recipients').reduce((sum, name) => sum + readTexts(storage, name).length, 0),
      unit: 'things',
    },
    { kind: 'signIns', count: namesOf('signIns').length, unit: 'things' },
    { kind: 'choices', count: namesOf('choices').length, unit: 'things' },
  ]
  return kept.filter(({ count }) => count > 0)
}
