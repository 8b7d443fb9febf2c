import { releaseName, setNameAddress, setNameAttributes, transferName } from '@latchkey/wire/profile'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { setCachedIdentity } from './cachedIdentity.ts'
import { setIdentity } from './setIdentity.ts'
import { demandOwner, type NameOwner, signNameText } from './signNameText.ts'
import { namesOf } from './state.ts'

/** What the owner of a name may do to it. */
export type NameChange =
  | { readonly action: 'attributes'; readonly attributes: Readonly<Record<string, string>> }
  | { readonly action: 'address'; readonly coinType: number; readonly address: string }
  | {
      readonly action: 'transfer'
      readonly to: string
      readonly signAsRecipient: (message: string) => Promise<string>
    }
  | { readonly action: 'release' }

/** Changes a name by a signature of the connected EVM wallet's account. Rejects as `registerName` does, and with `NOT_FOUND`. */
export async function changeName(instance: Instance, name: string, change: NameChange): Promise<void> {
  const owner = demandOwner(instance)
  const { message, signature } = await signNameText(instance, owner.connection, { name, ...toText(change) })
  const recipient = change.action === 'transfer' ? await change.signAsRecipient(message) : ''
  const body = { coin_type: owner.coinType, address: owner.account.address, message, signature }
  await askGateway<unknown>(instance, (gateway, signal) => {
    switch (change.action) {
      case 'attributes':
        return gateway.call(setNameAttributes, { name, body }, { signal })
      case 'address':
        return gateway.call(setNameAddress, { name, body }, { signal })
      case 'transfer':
        return gateway.call(transferName, { name, body: { ...body, recipient_signature: recipient } }, { signal })
      default:
        return gateway.call(releaseName, { name, body }, { signal })
    }
  })
  if (change.action === 'transfer' || change.action === 'release') forgetName(instance, owner)
}

function toText(change: NameChange) {
  switch (change.action) {
    case 'attributes':
      return { action: 'attributes', attributes: change.attributes } as const
    case 'address':
      return { action: 'address', coin_type: change.coinType, address: change.address } as const
    case 'transfer':
      return { action: 'transfer', to: change.to } as const
    default:
      return { action: 'release' } as const
  }
}

/** The account is called by its address again, here and on later pages. */
function forgetName(instance: Instance, { account: { address } }: NameOwner): void {
  const nobody = { name: undefined, avatar: undefined }
  setCachedIdentity(instance, address, nobody)
  namesOf(instance).set((state) => setIdentity(state, address, nobody))
}
