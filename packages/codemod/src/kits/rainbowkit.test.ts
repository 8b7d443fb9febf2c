import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rewriteFiles, rewriteText } from '../../test/rewriteFiles.ts'
import { rainbowkit, WALLETS } from './rainbowkit.ts'

const CONFIG = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { mainnet } from 'wagmi/chains'

export const config = getDefaultConfig({ appName: 'Shop', projectId: 'x', chains: [mainnet] })
`
/** A site whose provider says these attributes. */
const provide = (attributes: string, imports = '') => ({
  'wagmi.ts': CONFIG,
  'App.tsx': `import { RainbowKitProvider${imports} } from '@rainbow-me/rainbowkit'
import { WagmiProvider } from 'wagmi'
import { config } from './wagmi'

export const App = () => (
  <WagmiProvider config={config}>
    <RainbowKitProvider${attributes}>…</RainbowKitProvider>
  </WagmiProvider>
)
`,
})
/** What a config becomes beside a provider that says nothing. */
const rewriteConfig = (config: string) =>
  rewriteFiles(rainbowkit, { ...provide(''), 'wagmi.ts': config }).files['wagmi.ts'] ?? ''
const readOptions = (attributes: string, imports = '') =>
  rewriteFiles(rainbowkit, provide(attributes, imports)).files['wagmi.ts']?.split('createLatchkey({\n')[1]

it('makes the config one of wagmi with the nodes of its chains, and the instance below it', () => {
  expect(rewriteFiles(rainbowkit, provide('')).files).toEqual({
    'wagmi.ts': `import { createLatchkey } from 'latchkey'
import { wagmi } from 'latchkey/wagmi'
import { createConfig, http } from 'wagmi'
import { mainnet } from 'wagmi/chains'

export const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })

export const latchkey = createLatchkey({
  networks: config.chains,
  adapters: [wagmi({ config })],
  metadata: { name: 'Shop' },
  themeMode: 'light',
  // TODO(latchkey): name your own gatewayUrl or relayUrl, or wallets on phones are not offered: row "projectId" of docs/from-rainbowkit.md
})
`,
    'App.tsx': `import { LatchkeyProvider } from 'latchkey/react'
import { WagmiProvider } from 'wagmi'
import { config, latchkey } from './wagmi'

export const App = () => (
  <WagmiProvider config={config}>
    <LatchkeyProvider latchkey={latchkey}>…</LatchkeyProvider>
  </WagmiProvider>
)
`,
  })
})

it('asks nodes by a client for each chain where the list of chains cannot be seen', () => {
  const text = rewriteConfig(`import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { chains } from './chains'
export const config = getDefaultConfig({ appName: 'Shop', projectId: 'x', chains: [...chains] })
`)
  expect(text).toContain('client: ({ chain }) => createClient({ chain, transport: http() })')
  expect(text).toContain("import { createClient } from 'viem'")
})

it('keeps what a site says of transports, storage and server rendering', () => {
  const text = rewriteConfig(`import { getDefaultConfig } from '@rainbow-me/rainbowkit'
export const config = getDefaultConfig({
  appName: 'Shop',
  projectId: 'x',
  chains,
  transports, // our nodes
  ssr: true,
})
`)
  expect(text).toContain(`createConfig({
  chains,
  transports, // our nodes
  ssr: true,
})`)
})

it('carries name, description, address and picture of the site over', () => {
  const files = provide('')
  const config = files['wagmi.ts'].replace(
    "appName: 'Shop'",
    "appName, appDescription: 'Sells', appUrl: URL, appIcon: '/a.png'",
  )
  expect(rewriteFiles(rainbowkit, { ...files, 'wagmi.ts': config }).files['wagmi.ts']).toContain(
    "metadata: { name: appName, description: 'Sells', url: URL, icons: ['/a.png'] },",
  )
})

it.each([
  [' theme={darkTheme()}', ', darkTheme', ["themeMode: 'dark'"]],
  [" theme={lightTheme({ accentColor: '#0a0' })}", ', lightTheme', ["themeMode: 'light'", "accent: '#0a0'"]],
  [' theme={{ lightMode: lightTheme(), darkMode: darkTheme() }}', ', darkTheme, lightTheme', ["themeMode: 'system'"]],
  [
    " theme={darkTheme({ borderRadius: 'small' })}",
    ', darkTheme',
    ["themeMode: 'dark'", 'a part of theme was taken out: row "theme"'],
  ],
  [' theme={myTheme}', '', ['theme was taken out: row "theme"', '//   theme={myTheme}']],
  [' locale="de-DE"', '', ["locale: 'de-DE'"]],
  [' locale={locale}', '', ['locale was taken out: row "locale"']],
  [' initialChain={8453}', '', ["defaultNetwork: 'eip155:8453'"]],
  [' initialChain={mainnet}', '', ['defaultNetwork: mainnet']],
  [' initialChain={elsewhere}', '', ['initialChain was taken out: row "initialChain"']],
  [' coolMode', '', ['coolMode was taken out: row "coolMode"']],
  [' modalSize="compact"', '', ['modalSize was taken out: row "modalSize"', '//   modalSize="compact"']],
  [' avatar={Face}', '', ['avatar was taken out: row "avatar"']],
  [' appInfo={{ disclaimer: Terms }}', '', ['appInfo.disclaimer was taken out: row "appInfo.disclaimer"']],
])('reads%s of the provider', (attributes, imports, wanted) => {
  const options = readOptions(attributes, imports)
  for (const each of wanted) expect(options).toContain(each)
})

it('follows what was sent by itself, so that nothing is said of recent transactions', () => {
  expect(readOptions(' showRecentTransactions={true}')).not.toContain('ecent')
})

it.each([
  ['<ConnectButton />', '<Button />'],
  ['<ConnectButton label="Come in" />', '<Button label="Come in" />'],
  ['<ConnectButton showBalance={false} />', '<Button balance="hide" />'],
  ['<ConnectButton showBalance chainStatus="none" />', '<Button />'],
])('draws %s as %s', (theirs, ours) => {
  const text = rewriteText(
    rainbowkit,
    `import { ConnectButton } from '@rainbow-me/rainbowkit'\nexport const Bar = () => ${theirs}\n`,
  )
  expect(text).toBe(`import { Button } from 'latchkey/react'\nexport const Bar = () => ${ours}\n`)
})

it('says which row tells of an attribute that goes, and keeps its code', () => {
  const text = rewriteText(
    rainbowkit,
    `import { ConnectButton } from '@rainbow-me/rainbowkit'
export const Bar = () => {
  return <ConnectButton accountStatus={{ smallScreen: 'avatar', largeScreen: 'full' }} />
}
`,
  )
  expect(text).toBe(`import { Button } from 'latchkey/react'
export const Bar = () => {
  // TODO(latchkey): accountStatus was taken out: row "accountStatus" of docs/from-rainbowkit.md
  //   accountStatus={{ smallScreen: 'avatar', largeScreen: 'full' }}
  return <Button />
}
`)
})

it("takes another name where a site's own button has this one", () => {
  const text = rewriteText(
    rainbowkit,
    `import { ConnectButton } from '@rainbow-me/rainbowkit'
import { Button } from './ui'
export const Bar = () => <Button><ConnectButton /></Button>
`,
  )
  expect(text).toContain("import { Button as LatchkeyButton } from 'latchkey/react'")
  expect(text).toContain('<Button><LatchkeyButton /></Button>')
})

it('opens the views of the modal that each of the three hooks opened', () => {
  const text = rewriteText(
    rainbowkit,
    `import { useAccountModal, useChainModal, useConnectModal } from '@rainbow-me/rainbowkit'
export function useOpeners() {
  const { openConnectModal, connectModalOpen } = useConnectModal()
  const { openAccountModal } = useAccountModal()
  const { openChainModal: chains } = useChainModal()
  return [openConnectModal, connectModalOpen, openAccountModal, chains]
}
`,
  )
  expect(text).toBe(`import { useModal } from 'latchkey/react'
export function useOpeners() {
  const connectModal = useModal()
  const openConnectModal = () => connectModal.open({ view: 'Connect' })
  const connectModalOpen = connectModal.isOpen
  const accountModal = useModal()
  const openAccountModal = () => accountModal.open({ view: 'Account' })
  const chainModal = useModal()
  const chains = () => chainModal.open({ view: 'Networks' })
  return [openConnectModal, connectModalOpen, openAccountModal, chains]
}
`)
})

it('names one wallet as it calls itself', () => {
  const source = (wallet: string) =>
    `import { WalletButton } from '@rainbow-me/rainbowkit'\nexport const One = () => <WalletButton wallet="${wallet}" />\n`
  expect(rewriteText(rainbowkit, source('metamask'))).toContain('<WalletButton wallet="MetaMask" />')
  expect(rewriteText(rainbowkit, source('nobodys'))).toContain(
    '// TODO(latchkey): WalletButton is still RainbowKit\'s: row "<WalletButton wallet>"',
  )
})

it('names wallets that the directory knows', () => {
  const directory = readFileSync(join(import.meta.dirname, '../../../server/data/wallets.json'), 'utf8')
  const unknown = Object.values(WALLETS).filter((name) => !directory.includes(JSON.stringify(name)))
  expect(unknown).toEqual(['walletConnect'])
})

it('leaves what has no counterpart where it is, with its import and a comment', () => {
  const { files, remarks } = rewriteFiles(rainbowkit, {
    'Bar.tsx': `import { ConnectButton, useAddRecentTransaction } from '@rainbow-me/rainbowkit'

export function Bar() {
  const add = useAddRecentTransaction()
  return (
    <>
      <ConnectButton />
      <ConnectButton.Custom>{({ account }) => <b onClick={() => add(account)} />}</ConnectButton.Custom>
    </>
  )
}
`,
    'package.json': '{ "dependencies": { "@rainbow-me/rainbowkit": "2.2.11", "react": "19.0.0" } }\n',
  })
  expect(files['Bar.tsx']).toBe(`import { ConnectButton, useAddRecentTransaction } from '@rainbow-me/rainbowkit'
import { Button } from 'latchkey/react'

export function Bar() {
  // TODO(latchkey): useAddRecentTransaction is still RainbowKit's: row "useAddRecentTransaction" of docs/from-rainbowkit.md
  const add = useAddRecentTransaction()
  // TODO(latchkey): <ConnectButton.Custom> is still RainbowKit's: row "<ConnectButton.Custom>" of docs/from-rainbowkit.md
  return (
    <>
      <Button />
      <ConnectButton.Custom>{({ account }) => <b onClick={() => add(account)} />}</ConnectButton.Custom>
    </>
  )
}
`)
  expect(remarks).toEqual([
    'Bar.tsx:5 useAddRecentTransaction is still RainbowKit\'s: row "useAddRecentTransaction" of docs/from-rainbowkit.md',
    'Bar.tsx:7 <ConnectButton.Custom> is still RainbowKit\'s: row "<ConnectButton.Custom>" of docs/from-rainbowkit.md',
    'package.json:1 @rainbow-me/rainbowkit stays: files import it yet',
  ])
  expect(JSON.parse(files['package.json'] ?? '')).toEqual({
    dependencies: { latchkey: '0.1.0', '@rainbow-me/rainbowkit': '2.2.11', react: '19.0.0' },
  })
})

it('drops lists of wallets, because installed ones announce themselves', () => {
  const { files } = rewriteFiles(rainbowkit, {
    'site.tsx': `import { connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { metaMaskWallet, rainbowWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const connectors = connectorsForWallets(
  [{ groupName: 'Known', wallets: [metaMaskWallet, rainbowWallet] }],
  { appName: 'Shop', projectId: 'x' },
)

const config = createConfig({
  connectors,
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
})

export const App = () => (
  <WagmiProvider config={config}>
    <RainbowKitProvider>…</RainbowKitProvider>
  </WagmiProvider>
)
`,
  })
  expect(files['site.tsx']).toContain(`import { mainnet } from 'wagmi/chains'

const config = createConfig({
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
})

const latchkey = createLatchkey({`)
  expect(files['site.tsx']).not.toMatch(/rainbow/i)
})

it('leaves a provider to a person whose config it cannot find', () => {
  const text = rewriteText(
    rainbowkit,
    `import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
export const App = ({ children }) => <RainbowKitProvider>{children}</RainbowKitProvider>
`,
  )
  expect(text).toContain('<RainbowKitProvider>{children}</RainbowKitProvider>')
  expect(text).toContain('RainbowKitProvider is still RainbowKit\'s: row "<RainbowKitProvider>"')
})

it('touches no name that only looks like one of the kit', () => {
  const text = `import { ConnectButton } from './ours'
const config = { useConnectModal: 1, ConnectButton: 'RainbowKitProvider from @rainbow-me/rainbowkit' }
export const Bar = () => <ConnectButton title="@rainbow-me/rainbowkit" />
`
  expect(rewriteText(rainbowkit, text)).toBe(text)
})

it('names code that is handed on or loaded late', () => {
  const text = rewriteText(
    rainbowkit,
    `export { ConnectButton } from '@rainbow-me/rainbowkit'
const late = () => import('@rainbow-me/rainbowkit')
`,
  )
  expect(text.match(/TODO\(latchkey\): "@rainbow-me\/rainbowkit" is still RainbowKit's/g)).toHaveLength(2)
})

it('imports the instance by the alias that the site has for its config', () => {
  const files = provide('')
  const result = rewriteFiles(rainbowkit, {
    'src/lib/wagmi.ts': files['wagmi.ts'],
    'src/App.tsx': files['App.tsx'].replace('./wagmi', '@/lib/wagmi'),
  })
  expect(result.files['src/App.tsx']).toContain("import { config, latchkey } from '@/lib/wagmi'")
})

it("keeps a file's quotes, semicolons and line ends", () => {
  const toWindows = (text: string) => text.replaceAll('\n', '\r\n')
  const text = rewriteConfig(
    toWindows(`import { getDefaultConfig } from "@rainbow-me/rainbowkit";
import { mainnet } from "wagmi/chains";

export const config = getDefaultConfig({
\tappName: "Shop",
\tprojectId: "x",
\tchains: [mainnet],
});
`),
  )
  expect(text).toBe(
    toWindows(`import { createLatchkey } from "latchkey";
import { wagmi } from "latchkey/wagmi";
import { createConfig, http } from "wagmi";
import { mainnet } from "wagmi/chains";

export const config = createConfig({
\tchains: [mainnet],
\ttransports: { [mainnet.id]: http() },
});

export const latchkey = createLatchkey({
\tnetworks: config.chains,
\tadapters: [wagmi({ config })],
\tmetadata: { name: "Shop" },
\tthemeMode: "light",
\t// TODO(latchkey): name your own gatewayUrl or relayUrl, or wallets on phones are not offered: row "projectId" of docs/from-rainbowkit.md
});
`),
  )
})

it('leaves a config to a person whose provider it cannot find', () => {
  const text = rewriteText(rainbowkit, CONFIG, 'wagmi.ts')
  expect(text).toContain("getDefaultConfig is still RainbowKit's")
  expect(text).not.toContain('createConfig')
})

it("takes the kit's own chains from wagmi", () => {
  const files = provide(' initialChain={polygon}')
  const config = files['wagmi.ts'].replace('chains: [mainnet]', 'chains: [mainnet, polygon]')
  const { files: result } = rewriteFiles(rainbowkit, {
    ...files,
    'wagmi.ts': `import { polygon } from '@rainbow-me/rainbowkit/chains'\n${config}`,
  })
  expect(result['wagmi.ts']).toContain("import { mainnet, polygon } from 'wagmi/chains'")
  expect(result['wagmi.ts']).toContain('[polygon.id]: http()')
  expect(result['wagmi.ts']).toContain('defaultNetwork: polygon')
  expect(result['wagmi.ts']).not.toContain('@rainbow-me')
})
