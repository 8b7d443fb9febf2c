import { build } from 'esbuild'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWith } from './endpoint.ts'
import { endpointUrl } from './endpointUrl.ts'
import { getWallets, walletRecord } from './http/directory.ts'
import { askWallets } from './walletPage.ts'

function readByHand(value: unknown): unknown {
  const result = askWallets.answer['~standard'].validate(value)
  return 'issues' in result ? undefined : (result as { readonly value: unknown }).value
}

function readBySchema(value: unknown): unknown {
  const parsed = parseWith(getWallets.answer, value)
  return parsed.ok ? parsed.value : undefined
}

const anything = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}, 'eip155:1', 'none', 'certified', ''),
  fc.array(fc.oneof(fc.constantFrom('eip155:1', 'solana:x', 'eip155:', null, 7), fc.string())),
  fc.array(fc.record({ namespace: fc.anything(), injected_id: fc.string() }, { requiredKeys: [] })),
)
const fields = Object.fromEntries(Object.keys(walletRecord.entries).map((name) => [name, anything]))
const wallet = fc.oneof(
  fc.record({ ...fields, id: fc.string(), name: fc.string() }, { requiredKeys: ['id', 'name'] }),
  fc.record(fields, { requiredKeys: [] }),
  anything,
)

test('what is read by hand of a page of wallets is what its schema reads', () => {
  fc.assert(
    fc.property(fc.record({ count: fc.oneof(fc.nat(), anything), data: fc.array(wallet) }), (page) => {
      expect(readByHand(page)).toStrictEqual(readBySchema(page))
    }),
    { numRuns: 300 },
  )
})

test('what is no page at all is refused by both', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readByHand(value)).toStrictEqual(readBySchema(value))
    }),
  )
})

test('a wallet with every field is read by hand as it is', () => {
  const full = {
    id: 'a',
    name: 'Alpha',
    description: 'A wallet',
    homepage: 'https://alpha.example',
    image_id: 'i',
    order: 3,
    mobile_link: 'alpha://',
    link_mode: 'https://alpha.example/link',
    desktop_link: 'alpha-desktop://',
    webapp_link: 'https://app.alpha.example',
    app_store: 'https://apps.apple.com/alpha',
    play_store: 'https://play.google.com/alpha',
    chrome_store: 'https://chromewebstore.google.com/alpha',
    firefox_store: 'https://addons.mozilla.org/alpha',
    rdns: 'example.alpha',
    injected: [{ namespace: 'eip155', injected_id: 'isAlpha' }],
    browse_links: [{ namespaces: ['solana'], ios: 'alpha://browse/{url}' }],
    chains: ['eip155:1'],
    badge_type: 'certified' as const,
    supports_wc: true,
  }
  expect(Object.keys(full).sort()).toEqual(Object.keys(walletRecord.entries).sort())
  expect(readByHand({ count: 1, data: [full] })).toEqual({ count: 1, data: [full] })
})

test('it asks the same address as the call of the documentation', () => {
  const parameters = {
    gatewayUrl: 'https://gate.example',
    input: { page: 1, include: ['a', 'b'] },
    common: { st: 'x', sv: 'y' },
  }
  expect(endpointUrl(askWallets, parameters)).toBe(endpointUrl(getWallets, parameters))
  expect([askWallets.name, askWallets.method]).toEqual([getWallets.name, getWallets.method])
})

test('a page that asks for wallets by it loads no schema', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { askWallets } from './walletPage.ts'\nimport { endpointUrl } from './endpointUrl.ts'\nimport { parseWireError } from './errors.ts'\nglobalThis.use = [askWallets, endpointUrl, parseWireError]",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    external: ['valibot'],
  })
  expect(outputFiles[0]?.text).toContain('getWallets')
  expect(outputFiles[0]?.text).not.toContain('valibot')
})
