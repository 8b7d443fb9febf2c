import type { Storage } from '../../../walletconnect/src/ports.ts'

/** What a write meets: it is carried out, refused before anything is written, or waits until the test lets it go on. */
export type WriteFate = 'written' | 'refused' | 'held'

/** Storage that fails when a test says so. */
export type FaultyStorage = Storage & {
  /** Writes that were asked for, the failed ones included. */
  countWrites(): number
  /** Decides what becomes of a write by its number, counted from 1. Replaces what was said before. */
  decide(fate: (write: number) => WriteFate): void
  /** Lets the writes that wait go on. */
  release(): void
}

/** Puts a test's faults in front of any storage. Without `decide` it fails nothing. */
export function createFaultyStorage(inner: Storage): FaultyStorage {
  let writes = 0
  let fateOf: (write: number) => WriteFate = () => 'written'
  let held: (() => void)[] = []
  return {
    claim: () => inner.claim(),
    load: () => inner.load(),
    async write(fence, changes) {
      writes += 1
      const fate = fateOf(writes)
      if (fate === 'refused') throw new Error('The disk is full.')
      if (fate === 'held') await new Promise<void>((resolve) => held.push(resolve))
      await inner.write(fence, changes)
    },
    close: () => inner.close(),
    countWrites: () => writes,
    decide: (fate) => {
      fateOf = fate
    },
    release: () => {
      const all = held
      held = []
      for (const go of all) go()
    },
  }
}
