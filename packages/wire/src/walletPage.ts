import { readByHand, toRecord } from './byHand.ts'
import type { getWallets, WalletRecord } from './http/directory.ts'

/**
 * `getWallets` as a page asks it before it has loaded a schema: the same call, whose answer is read by hand. What it makes of
 * an answer is what the schema makes of it (`walletPage.test.ts`).
 */
export const askWallets = {
  name: 'getWallets',
  method: 'GET',
  path: '/getWallets',
  answer: readByHand('a count and wallets', ({ count, data }) =>
    typeof count === 'number' && !Number.isNaN(count) && Array.isArray(data)
      ? { count, data: data.flatMap(readWallet) }
      : undefined,
  ),
} as unknown as typeof getWallets

/** CAIP-2, as the gateway checks it. */
const NETWORK_ID = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** A wallet, or none where it lacks what every wallet has. */
function readWallet(value: unknown): WalletRecord[] {
  const given = toRecord(value)
  const { id, name, order, injected, chains, badge_type, supports_wc } = given
  if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return []
  const texts = Object.fromEntries(
    TEXTS.map((field) => [field, typeof given[field] === 'string' ? given[field] : null]),
  ) as Record<(typeof TEXTS)[number], string | null>
  return [
    {
      id,
      name,
      ...texts,
      order: typeof order === 'number' && !Number.isNaN(order) ? order : null,
      injected: Array.isArray(injected)
        ? injected.flatMap((item: unknown) => {
            const { namespace, injected_id } = toRecord(item)
            return typeof namespace === 'string' && typeof injected_id === 'string' ? [{ namespace, injected_id }] : []
          })
        : null,
      ...('browse_links' in given && { browse_links: given.browse_links }),
      chains: Array.isArray(chains) ? chains.filter((id) => typeof id === 'string' && NETWORK_ID.test(id)) : [],
      badge_type: badge_type === 'none' || badge_type === 'certified' ? badge_type : null,
      supports_wc: supports_wc === true,
    },
  ]
}

/** Fields that are texts or missing. */
const TEXTS = [
  'description',
  'homepage',
  'image_id',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
  'firefox_store',
  'rdns',
] as const
