import type { Operation } from './operations.ts'

/** Addresses of a transaction that are worth asking a node about: who gets something, may take something, or is called. */
export function listNamed(operations: readonly Operation[]): readonly string[] {
  const all = operations.flatMap((operation): readonly string[] => {
    if (operation.kind === 'create' || operation.kind === 'delegate') return []
    if (operation.kind === 'pay' || operation.kind === 'unknown') return [operation.to]
    if (operation.kind === 'approve') return [operation.spender, operation.token]
    return [operation.kind === 'approveAll' ? operation.operator : operation.to, operation.token]
  })
  return [...new Set(all)]
}
