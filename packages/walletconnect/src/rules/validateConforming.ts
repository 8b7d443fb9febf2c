import { EngineError } from '../errors.ts'
import type { ProposalNamespaces, SessionNamespaces } from '../records.ts'
import { listGranted } from './grants.ts'
import { chainOfAccount, listAskedChains, listChains } from './namespaces.ts'
import { covers, isChainId } from './values.ts'

/** Refuses what a wallet grants where it lacks what an app requires. Apps of today require nothing. */
export function validateConforming(required: ProposalNamespaces, approved: SessionNamespaces, where: string): void {
  const refuse = (words: string, pair?: readonly [string, readonly string[], string, readonly string[]], space = 6) => {
    const lines = pair ? `\n${' '.repeat(space)}${pair[0]}: ${pair[1]}\n${' '.repeat(space)}${pair[2]}: ${pair[3]}` : ''
    throw new EngineError('NON_CONFORMING_NAMESPACES', `${where} namespaces ${words}${lines}`)
  }
  const wanted = Object.entries(required).flatMap(([key, namespace]) => listAskedChains(key, namespace))
  const chains = listChains(approved)
  if (!covers(chains, wanted))
    refuse("chains don't satisfy required namespaces.", ['Required', wanted, 'Approved', chains])
  const [keys, had] = [Object.keys(required), Object.keys(approved)]
  const names = had.map((key) => key.split(':', 1)[0])
  if (!keys.every((key) => had.includes(key) || names.includes(key.split(':', 1)[0]))) {
    refuse("keys don't satisfy requiredNamespaces.", ['Required', keys, 'Received', had])
  }
  for (const [key, namespace] of Object.entries(required)) {
    for (const chain of listAskedChains(key, namespace)) {
      for (const kind of ['methods', 'events'] as const) {
        if (!covers(listGranted(approved, chain, kind), namespace[kind])) {
          refuse(`${kind} don't satisfy namespace ${kind} for ${chain}`)
        }
      }
    }
  }
  for (const [key, { accounts }] of Object.entries(approved)) {
    const own = [...new Set(accounts.map(chainOfAccount))]
    if (!isChainId(key) || own.includes(key)) continue
    refuse(`accounts don't satisfy namespace accounts for ${key}`, ['Required', [key], 'Approved', own], 8)
  }
}
