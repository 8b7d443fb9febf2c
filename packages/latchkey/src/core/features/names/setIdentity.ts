import type { NamesState } from './state.ts'

/** Takes what is known of an address; an answer for an address that is no longer on screen changes nothing. */
export function setIdentity(
  state: NamesState,
  address: string,
  identity: { readonly name: string | undefined; readonly avatar: string | undefined },
): NamesState {
  return state.address === address ? { address, name: identity.name, avatar: identity.avatar } : state
}
