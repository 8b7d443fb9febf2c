import { defineStore } from '../../kernel/defineStore.ts'

/** Name and avatar of one account. */
export type NamesState = {
  readonly address: string | undefined
  readonly name: string | undefined
  readonly avatar: string | undefined
}

export const INITIAL_NAMES: NamesState = { address: undefined, name: undefined, avatar: undefined }

/** What is known of the name of the account in use. */
export const namesOf = defineStore('names', INITIAL_NAMES)
