import { getOnrampOptions, type OnrampProvider } from '@latchkey/wire/onrampOptions'
import { getActiveNetworkId } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { listProviders } from './rules.ts'
import { type OnrampState, onrampOf } from './state.ts'

/** The visitor's time zone, as the browser names it. */
export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
}

/** Providers on the active network, as far as the gateway has said. */
export function getProviders(
  instance: Pick<Instance, 'stores'>,
  { options }: Pick<OnrampState, 'options'>,
): readonly OnrampProvider[] {
  return listProviders(options?.value, getActiveNetworkId(instance.stores.networks.get()), getTimeZone())
}

/** Reads what is sold, once a page. Never rejects: how it ended stands in the store. */
export async function loadOnramp(instance: Instance): Promise<void> {
  const store = onrampOf(instance)
  const { status } = store.get().options ?? {}
  if (!instance.options.features.onramp || instance.services.gateway === null) return
  if (status === 'loading' || status === 'ready') return
  store.set((state) => ({ ...state, options: { status: 'loading' } }))
  try {
    const value = await askGateway(instance, (gateway, signal) => gateway.call(getOnrampOptions, {}, { signal }))
    store.set((state) => ({ ...state, options: { status: 'ready', value } }))
  } catch (error) {
    instance.services.logger.debug('What can be bought could not be read.', { error })
    store.set((state) => ({ ...state, options: { status: 'failed' } }))
  }
}
