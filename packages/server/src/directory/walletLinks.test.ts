import { DENIED_SCHEMES, fillBrowseLink } from '@latchkey/wire'
import { describe, expect, test } from 'vitest'
import { toListing } from '../../../latchkey/src/core/features/directory/toListing.ts'
import { toBrowseLink } from '../../../latchkey/src/core/values/browseLink.ts'
import { toPairingLink, toRequestLink } from '../../../latchkey/src/core/values/openLinks.ts'
import type { Platform } from '../../../latchkey/src/core/values/platform.ts'
import { loadDirectory } from './loadDirectory.ts'

const { records } = loadDirectory()
const URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=1800000000`
const PAGE = 'https://shop.example/cart?item=1#part'
const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot'] as const
const platforms: readonly Platform[] = (['ios', 'android', 'other'] as const).flatMap((os) =>
  [false, true].map((isTelegram) => ({
    os,
    isTelegram,
    isInApp: isTelegram,
    isIosSafari: os === 'ios' && !isTelegram,
  })),
)

/** Everything that SEC-86 asks of a link that hands a pairing to the app behind `own`. */
function expectPairing(link: string, own: string, platform: Platform): void {
  const url = new URL(link)
  expect(DENIED_SCHEMES).not.toContain(url.protocol)
  expect(url.protocol).toBe(new URL(own).protocol)
  if (url.protocol === 'https:') expect(url.host).toBe(new URL(own).host)
  expect([...url.searchParams.keys()]).toEqual(['uri'])
  expect(url.hash).toBe('')
  const given = url.searchParams.get('uri') ?? ''
  expect(platform.isTelegram && platform.os === 'android' ? decodeURIComponent(given) : given).toBe(URI)
}

describe.each(platforms)('SEC-86: on $os, Telegram $isTelegram', (platform) => {
  test('the link of every wallet hands over the pairing as its only parameter, to that wallet and to nothing else', () => {
    let links = 0
    for (const record of records) {
      const { links: own } = toListing(record)
      for (const link of [own.mobileLink, own.desktopLink, own.webappLink]) {
        if (!link) continue
        links += 1
        expectPairing(toPairingLink(link, URI, platform), link, platform)
      }
      if (own.mobileLink) {
        const request = new URL(toRequestLink(own.mobileLink, { id: 7, topic: 'ab' }))
        expect(request.protocol).toBe(new URL(own.mobileLink).protocol)
        expect(request.href).not.toContain('symKey')
      }
    }
    expect(links).toBeGreaterThan(300)
  })

  test('the browser of every wallet that has one is told this page and no other, where the wallet takes no pairing', () => {
    const found: string[] = []
    for (const record of records) {
      for (const namespace of NAMESPACES) {
        const link = toBrowseLink(toListing(record), { namespace, platform, page: PAGE })
        if (!link) continue
        found.push(`${record.name} ${namespace}`)
        const { protocol, username } = new URL(link)
        expect(DENIED_SCHEMES).not.toContain(protocol)
        expect(username).toBe('')
        if (platform.isInApp) expect(protocol).toBe('https:')
        const text = decodeURIComponent(decodeURIComponent(link))
        expect(text).toContain('shop.example/cart?item=1')
      }
    }
    if (platform.os === 'other') expect(found).toEqual([])
    else expect(found.some((name) => name.startsWith('Solflare'))).toBe(true)
  })
})

test('a wallet with neither an app link nor a browser of its own still leads somewhere, or is one for this machine', () => {
  for (const record of records) {
    const { mobile_link, desktop_link, webapp_link, app_store, play_store, chrome_store, firefox_store } = record
    const ways = [
      mobile_link,
      desktop_link,
      webapp_link,
      app_store,
      play_store,
      chrome_store,
      firefox_store,
      record.homepage,
    ]
    expect([record.name, ways.some(Boolean) || Boolean(record.browse_links) || record.rdns !== null]).toEqual([
      record.name,
      true,
    ])
  }
})

test('Phantom on Android is opened by an intent, because its universal links half-work in other browsers', () => {
  const phantom = records.find(({ name }) => name === 'Phantom')
  const android = phantom?.browse_links?.[0]?.android
  expect(android && fillBrowseLink(android, PAGE)).toMatch(/^intent:\/\/browse\/https%3A.*;package=app\.phantom;end$/)
})
