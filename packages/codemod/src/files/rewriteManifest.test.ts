import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appkit } from '../kits/appkit.ts'
import { rainbowkit } from '../kits/rainbowkit.ts'
import { LATCHKEY_VERSION, rewriteManifest } from './rewriteManifest.ts'

const PACKAGES = join(import.meta.dirname, '../../..')

it('puts ours in the place of theirs, and leaves the rest as it is written', () => {
  const text = `{
  "name": "shop", "files": ["a",  "b"],
  "dependencies": {
    "@rainbow-me/rainbowkit": "^2.2.0",
    "react": "^19.0.0"
  }
}
`
  expect(rewriteManifest(text, rainbowkit, [])).toEqual({
    text: text.replace('"@rainbow-me/rainbowkit": "^2.2.0"', `"latchkey": "${LATCHKEY_VERSION}"`),
    left: [],
  })
})

it('takes all packages of a kit out, the last of a list too', () => {
  const { text } = rewriteManifest(
    `{
  "dependencies": {
    "@reown/appkit": "1",
    "react": "19",
    "@reown/appkit-adapter-wagmi": "1"
  },
  "devDependencies": { "@reown/appkit-wallet-button": "1" }
}`,
    appkit,
    [],
  )
  expect(JSON.parse(text)).toEqual({ dependencies: { latchkey: LATCHKEY_VERSION, react: '19' }, devDependencies: {} })
})

it('keeps a package that files import yet, and says so', () => {
  const text = '{ "dependencies": { "@rainbow-me/rainbowkit": "2" } }'
  const once = rewriteManifest(text, rainbowkit, ['@rainbow-me/rainbowkit/wallets'])
  expect(JSON.parse(once.text).dependencies).toEqual({ latchkey: LATCHKEY_VERSION, '@rainbow-me/rainbowkit': '2' })
  expect(once.left).toEqual(['@rainbow-me/rainbowkit stays: files import it yet'])
  expect(rewriteManifest(once.text, rainbowkit, ['@rainbow-me/rainbowkit/wallets']).text).toBe(once.text)
})

it('changes nothing where the kit is not named', () => {
  const text = '{ "dependencies": { "react": "19" } }'
  expect(rewriteManifest(text, rainbowkit, [])).toEqual({ text, left: [] })
})

it.each([
  ['^2.9.0', true],
  ['2.18.1', true],
  ['^1.4.0', true],
  ['^2.19.0', false],
  ['2', false],
  ['3.7.7', false],
  ['latest', false],
])('says of wagmi %s whether it is too old', (range, isTold) => {
  const { left } = rewriteManifest(
    `{ "dependencies": { "@rainbow-me/rainbowkit": "2", "wagmi": "${range}" } }`,
    rainbowkit,
    [],
  )
  expect(left).toEqual(isTold ? [`wagmi ${range} may be too old: latchkey/wagmi takes ^2.19 and 3`] : [])
})

it('names the release of ours that it came with, and the least wagmi that the adapter admits', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
  expect(LATCHKEY_VERSION).toBe(read('latchkey').version)
  expect(read('codemod').version).toBe(read('latchkey').version)
  expect(read('latchkey').peerDependencies.wagmi).toBe('^2.19 || ^3')
})
