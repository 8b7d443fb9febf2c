import { expect, it } from 'vitest'
import { rewriteText } from '../../test/rewriteFiles.ts'
import { connectkit } from './connectkit.ts'

/** What becomes of a site in one file whose provider says these attributes. */
const rewrite = (attributes: string, config = 'chains: [mainnet], transports') =>
  rewriteText(
    connectkit,
    `import { ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createConfig, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig(getDefaultConfig({ appName: 'Shop', walletConnectProjectId: 'x', ${config} }))

export const App = () => (
  <WagmiProvider config={config}>
    <ConnectKitProvider${attributes}>…</ConnectKitProvider>
  </WagmiProvider>
)
`,
  )

it("hands wagmi's own config what the kit's took, and makes the instance in the same file", () => {
  expect(rewrite('')).toBe(`import { createLatchkey } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import { wagmi } from 'latchkey/wagmi'
import { createConfig, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig({ chains: [mainnet], transports })

const latchkey = createLatchkey({
  networks: config.chains,
  adapters: [wagmi({ config })],
  metadata: { name: 'Shop' },
  themeMode: 'system',
  // TODO(latchkey): name your own gatewayUrl or relayUrl, or wallets on phones are not offered: row "walletConnectProjectId" of docs/from-connectkit.md
})

export const App = () => (
  <WagmiProvider config={config}>
    <LatchkeyProvider latchkey={latchkey}>…</LatchkeyProvider>
  </WagmiProvider>
)
`)
})

it('names the chains that the kit takes where it is told none', () => {
  const text = rewrite('', 'ssr: true')
  expect(text).toContain('chains: [mainnet, polygon, optimism, arbitrum]')
  expect(text).toContain("import { mainnet, arbitrum, optimism, polygon } from 'wagmi/chains'")
  expect(text).toContain('[arbitrum.id]: http()')
})

it.each([
  [' mode="dark"', ["themeMode: 'dark'"]],
  [' mode="auto"', ["themeMode: 'system'"]],
  [' mode={mode}', ['mode was taken out: row "mode"']],
  [' theme="default"', ["themeMode: 'system'"]],
  [' theme="retro"', ['theme was taken out: row "theme"']],
  [' customTheme={{ "--ck-font-family": "serif" }}', ['customTheme was taken out: row "customTheme"']],
  [' options={{ language: "fr-FR" }}', ["locale: 'fr-FR'"]],
  [' options={{ initialChainId: 10 }}', ["defaultNetwork: 'eip155:10'"]],
  [' options={{ enforceSupportedChains: false }}', ['allowUnsupportedChain: true']],
  [' options={{ hideBalance: true }}', ['options.hideBalance was taken out: row "options.hideBalance"']],
  [' options={{ disclaimer: <b>Terms</b> }}', ['row "options.disclaimer"', '//   disclaimer: <b>Terms</b>']],
  [' options={options}', ['options was taken out']],
  [' onConnect={() => greet()}', ['onConnect was taken out: row "onConnect"', '//   onConnect={() => greet()}']],
])('reads%s of the provider', (attributes, wanted) => {
  const options = rewrite(attributes).split('createLatchkey({\n')[1]
  for (const each of wanted) expect(options).toContain(each)
})

it('takes no network for the first where the kit takes any', () => {
  expect(rewrite(' options={{ initialChainId: 0 }}')).not.toContain('defaultNetwork')
})

it.each([
  ['<ConnectKitButton />', '<Button balance="hide" />'],
  ['<ConnectKitButton showBalance />', '<Button />'],
  ['<ConnectKitButton showBalance={false} label="In" />', '<Button balance="hide" label="In" />'],
])('draws %s as %s', (theirs, ours) => {
  const text = rewriteText(
    connectkit,
    `import { ConnectKitButton } from 'connectkit'\nexport const Bar = () => ${theirs}\n`,
  )
  expect(text).toBe(`import { Button } from 'latchkey/react'\nexport const Bar = () => ${ours}\n`)
})

it('opens and closes by a hook of the same name, of which the parts are others', () => {
  const source = `import { useModal } from 'connectkit'
export function Bar() {
  const { open, setOpen, openProfile, openSwitchNetworks } = useModal()
  return [open, setOpen, openProfile, openSwitchNetworks]
}
`
  const lines = (show: string) => `import { useModal } from 'latchkey/react'
export function Bar() {
  const modal = useModal()
  const open = modal.isOpen
  const setOpen = (${show}) => (show ? modal.open() : modal.close())
  const openProfile = () => modal.open({ view: 'Account' })
  const openSwitchNetworks = () => modal.open({ view: 'Networks' })
  return [open, setOpen, openProfile, openSwitchNetworks]
}
`
  expect(rewriteText(connectkit, source)).toBe(lines('show: boolean'))
  expect(rewriteText(connectkit, source, 'site.jsx')).toBe(lines('show'))
})

it('leaves a hook to a person of which more is used than there is', () => {
  const text = rewriteText(
    connectkit,
    `import { useModal } from 'connectkit'
export function Bar() {
  const { openSIWE } = useModal()
  const modal = useModal()
  return [openSIWE, modal]
}
`,
  )
  expect(text.match(/useModal is still ConnectKit's: row "useModal\(\)"/g)).toHaveLength(2)
  expect(text).toContain("import { useModal } from 'connectkit'")
})

it('gives the chains of the site', () => {
  const text = rewriteText(
    connectkit,
    "import { useChains } from 'connectkit'\nexport const useAll = () => useChains()\n",
  )
  expect(text).toBe("import { useNetwork } from 'latchkey/react'\nexport const useAll = () => useNetwork().networks\n")
})

it('leaves sign-in, pictures and a button of their own to a person, each by its row', () => {
  const text = rewriteText(
    connectkit,
    `import { Avatar, ConnectKitButton, SIWEProvider, useSIWE } from 'connectkit'
export const All = () => {
  const siwe = useSIWE()
  return <SIWEProvider {...siwe}><Avatar /><ConnectKitButton.Custom>{() => null}</ConnectKitButton.Custom></SIWEProvider>
}
`,
  )
  for (const row of ['<Avatar>', '<ConnectKitButton.Custom>', '<SIWEProvider>', 'useSIWE()'])
    expect(text).toContain(`is still ConnectKit's: row "${row}" of docs/from-connectkit.md`)
})
