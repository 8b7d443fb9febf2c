import { defineStore } from '../../kernel/defineStore.ts'
import { readTexts } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Token } from './state.ts'

/** Where the tokens are kept that the visitor does not want in the list. */
const RECORD = 'hiddenTokens'

/** Tokens that are remembered; the oldest goes first. */
const MOST = 200

/** Rings when this page changes the choice; what counts is the record. */
const changesOf = /* @__PURE__ */ defineStore('hiddenTokens', {})

/** What the list of hidden tokens calls one. */
export function toHiddenKey({ chainId, address }: Pick<Token, 'chainId' | 'address'>): string {
  return address ?? chainId
}

/** Tokens that the visitor put out of the list on this site, by their keys. */
export function readHiddenTokens({ services }: Pick<Instance, 'services'>): readonly string[] {
  return readTexts(services.storage, RECORD)
}

/** Takes a token out of the list, or puts it back, here and in other tabs of the site. What it is worth counts as before. */
export function hideToken(instance: Instance, token: Pick<Token, 'chainId' | 'address'>, isHidden: boolean): void {
  const key = toHiddenKey(token)
  const others = readHiddenTokens(instance).filter((each) => each !== key)
  writeRecord(instance.services.storage, RECORD, isHidden ? [key, ...others].slice(0, MOST) : others)
  changesOf(instance).set(() => ({}))
}

/** Hears of the choice changing, here or in another tab. Returns the way to stop. */
export function watchHiddenTokens(instance: Instance, listener: () => void): () => void {
  const stops = [changesOf(instance).watch(listener), instance.services.storage.watch(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
