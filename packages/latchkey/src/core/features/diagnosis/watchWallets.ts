import type { Adapter, Connection, Connector } from '../../types/adapter.ts'
import type { JournalEntry } from '../../types/diagnosis.ts'
import type { Namespace } from '../../types/network.ts'
import { maskFacts } from './maskFacts.ts'

/** Takes one thing that happened. */
type Write = (entry: Omit<JournalEntry, 'at'>) => void

/** Members that are asked all the time and say nothing of a wallet. */
const QUIET: readonly (keyof Adapter)[] = ['watchConnectors', 'watchConnection', 'prepare', 'probe', 'fetchBalance']

/** Puts an ear on every adapter of a record, also on those that come later: what each wallet is asked, and what comes back. */
export function watchWallets(
  adapters: Partial<Record<Namespace, Adapter>>,
  write: Write,
): Partial<Record<Namespace, Adapter>> {
  const heard: Partial<Record<Namespace, Adapter>> = {}
  for (const [namespace, adapter] of Object.entries(adapters)) heard[namespace as Namespace] = listen(adapter, write)
  return new Proxy(heard, {
    set: (target, name, adapter: Adapter) => Reflect.set(target, name, listen(adapter, write)),
  })
}

/** The adapter itself, with an ear on each call to a wallet. */
export function listen(adapter: Adapter, write: Write): Adapter {
  return new Proxy(adapter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || QUIET.includes(name as keyof Adapter)) return member
      return (...given: unknown[]): unknown => {
        const [subject, ...rest] = given
        const who = `${target.namespace} ${findConnectorId(subject)} ${String(name)}`
        write({ kind: 'ask', name: who, facts: maskFacts(rest.map(withoutSignal)) })
        let answer: unknown
        try {
          answer = Reflect.apply(member, target, given)
        } catch (error) {
          write({ kind: 'refusal', name: who, facts: maskFacts(error) })
          throw error
        }
        if (answer instanceof Promise) {
          answer.then(
            (value: unknown) => write({ kind: 'answer', name: who, facts: describe(value) }),
            (error: unknown) => write({ kind: 'refusal', name: who, facts: maskFacts(error) }),
          )
        }
        return answer
      }
    },
  })
}

function findConnectorId(subject: unknown): string {
  const { connector, id } = (subject ?? {}) as Partial<Connection> & Partial<Connector>
  return connector?.id ?? id ?? ''
}

/** A connection is told by what matters of it; a signature or any other text only by its length. */
function describe(value: unknown): string {
  if (typeof value === 'string') return `text of ${value.length} characters`
  if (typeof value === 'object' && value !== null && 'accounts' in value && 'networkId' in value) {
    const { accounts, networkId } = value as Connection
    return maskFacts({ networkId, accounts: accounts.map(({ address, type }) => ({ address, type })) })
  }
  return maskFacts(value)
}

function withoutSignal(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('signal' in value)) return value
  const { signal: _, ...rest } = value
  return rest
}
