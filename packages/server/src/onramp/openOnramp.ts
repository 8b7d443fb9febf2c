import { randomBytes } from 'node:crypto'
import { currency as knownCurrency } from '@latchkey/wire'
import { NATIVE_TOKEN } from '@latchkey/wire/swap'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { Clock, Log } from '../ports.ts'
import type { Queryable } from '../storage/storage.ts'
import { canonicalId } from '../upstreams/namespaceOf.ts'
import { type FetchPrices, SOL_PLACEHOLDER } from '../upstreams/prices.ts'
import { createAskAggregator } from '../upstreams/swap/askAggregator.ts'
import { createCoinbase } from './coinbase.ts'
import { RESTRICTED_TIME_ZONES } from './fallback.ts'
import { createMoonpay } from './moonpay.ts'
import { createOnramp, type FetchUnitPrice, type Onramp } from './onramp.ts'
import type { Provider } from './provider.ts'
import { createSampleProvider } from './sampleProvider.ts'

/** How long a provider is waited for, in ms. */
const PROVIDER_TIMEOUT_MS = 8_000

/** Builds what the configuration names. */
export function openOnramp(parameters: {
  config: Pick<Config, 'onramp'>
  publicUrl: string
  storage: Queryable
  fetchPrices: FetchPrices
  fetch: typeof fetch
  clock: Clock
  log: Log
}): Onramp {
  const { storage, clock, log } = parameters
  const { providers, restrictedTimeZones = RESTRICTED_TIME_ZONES } = parameters.config.onramp

  const fetchUnitPrice: FetchUnitPrice = async ({ networkId, contract, currency }) => {
    const asked = v.safeParse(knownCurrency, currency.toLowerCase())
    if (!asked.success) return undefined
    const coin = networkId.startsWith('eip155:') ? NATIVE_TOKEN : SOL_PLACEHOLDER
    const asset = `${networkId}:${contract === '' ? coin : contract}`
    const prices = await parameters.fetchPrices([asset], asked.output)
    return prices.get(canonicalId(asset))?.amount
  }

  function open(each: Config['onramp']['providers'][number]): Provider {
    const ask = createAskAggregator({
      fetch: parameters.fetch,
      timeoutMs: PROVIDER_TIMEOUT_MS,
      who: { name: each.label, field: 'provider' },
    })
    const now = (): number => clock.now()
    if (each.kind === 'sample') {
      const newsUrl = `${parameters.publicUrl}/v1/onramp/webhooks/${each.name}`
      return createSampleProvider({ ...each, newsUrl, ask, now })
    }
    if (each.kind === 'coinbase') {
      const randomText = (): string => randomBytes(16).toString('hex')
      return createCoinbase({ ...each, apiUrl: each.url, subdivision: each.subdivision, ask, now, randomText })
    }
    return createMoonpay({ ...each, apiUrl: each.url, webhookKey: each.webhookKey, ask })
  }

  return createOnramp({ providers: providers.map(open), restrictedTimeZones, storage, fetchUnitPrice, clock, log })
}
