import type { PlainWords } from './en.ts'

/** What a button says while a connection is being restored: the address that it is about, cut as the account button cuts it. */
export function toReconnecting(words: PlainWords, address: string): string {
  return `${words.reconnecting} ${address.slice(0, 4)}…${address.slice(-6)}`
}
