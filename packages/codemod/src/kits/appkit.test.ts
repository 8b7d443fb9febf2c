import { expect, it } from 'vitest'
import { OPTIONS } from '../../../latchkey/src/core/checks/development.ts'
import * as networks from '../../../latchkey/src/networks/index.ts'
import { rewriteFiles, rewriteText } from '../../test/rewriteFiles.ts'
import { appkit } from './appkit.ts'
import { OF_OTHER_FAMILIES, OURS } from './appkitNetworks.ts'
import { SAME_FEATURES, SAME_OPTIONS } from './appkitOptions.ts'

/** What becomes of a module that makes AppKit with these further options. */
const rewrite = (options = '', rest = '') =>
  rewriteText(
    appkit,
    `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { base, mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'

const adapter = new WagmiAdapter({ networks: [mainnet, base], projectId: 'x' })
${rest || 'createAppKit({ adapters: [adapter], networks: [mainnet, base], projectId: "x"'}${options} })
`,
    'appkit.ts',
  )

it('makes adapter and modal a config of wagmi and an instance over it', () => {
  expect(rewrite()).toBe(`import { createLatchkey } from 'latchkey'
import { wagmi } from 'latchkey/wagmi'
import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = createConfig({ chains: [mainnet, base], transports: { [mainnet.id]: http(), [base.id]: http() } })
export const latchkey = createLatchkey({ adapters: [wagmi({ config })], networks: [mainnet, base],
  themeMode: 'system',
  // TODO(latchkey): name your own gatewayUrl, and the projectId that it knows: row "projectId" of docs/from-appkit.md
  // TODO(latchkey): no <WagmiProvider> or <StrictMode> was found: put <LatchkeyProvider latchkey={…}> around what uses hooks
})
`)
})

it('keeps the variable that holds the modal', () => {
  expect(rewrite('', 'export const modal = createAppKit({ adapters: [adapter], networks: [mainnet]')).toContain(
    'export const modal = createLatchkey({ adapters: [wagmi({ config })], networks: [mainnet],',
  )
})

it('lets other files go on naming the config as a part of the adapter', () => {
  const text = rewriteText(
    appkit,
    `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { createAppKit } from '@reown/appkit/react'
import { networks } from './networks'
export const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'x', ssr: true })
createAppKit({ adapters: [wagmiAdapter], networks })
`,
  )
  expect(text).toContain(
    'export const wagmiAdapter = { wagmiConfig: createConfig({ chains: networks, client: ({ chain }) => createClient({ chain, transport: http() }), ssr: true }) }',
  )
  expect(text).toContain('adapters: [wagmi({ config: wagmiAdapter.wagmiConfig })]')
})

it.each([
  [", themeMode: 'light'", ["themeMode: 'light'"]],
  [", themeVariables: { '--w3m-accent': 'red' }", ["accent: 'red'"]],
  [", themeVariables: { '--apkt-accent': 'red', '--apkt-z-index': 3 }", ["accent: 'red'", 'row "themeVariables"']],
  [', features: { analytics: false, email: true }', ['features: { analytics: false, email: true }']],
  [", features: { connectMethodsOrder: ['wallet', 'social'] }", ["connectMethodsOrder: ['wallet', 'social']"]],
  [", features: { socials: ['google', 'x'] }", ["features: { socials: ['google', 'x'] }"]],
  [', features: { emailShowWallets: false, email: true }', ['features: { collapseWallets: true, email: true }']],
  [', features: { email: true, emailShowWallets: true }', ['features: { email: true }']],
  [', features: { emailShowWallets: shows }', ['features: { }', 'row "features.emailShowWallets"']],
  [
    ', features: { analytics: true, reownAuthentication: true }',
    ['features: { analytics: true }', 'features.reownAuthentication was taken out: row "createAppKit"'],
  ],
  [', enableWalletConnect: false', ['enableWalletConnect was taken out: row "enableWalletConnect"']],
  [
    ", customRpcUrls: { 'eip155:1': [{ url }] }",
    ['row "customRpcUrls"', "//   customRpcUrls: { 'eip155:1': [{ url }] }"],
  ],
  [', siweConfig', ['siweConfig was taken out: row "createAppKit"']],
  [', enableReconnect: false, allowUnsupportedChain: true', ['enableReconnect: false', 'allowUnsupportedChain: true']],
])('reads the options%s', (options, wanted) => {
  const text = rewrite(options)
  for (const each of wanted) expect(text).toContain(each)
})

it('takes over no option that ours do not have', () => {
  const known = new Set(Object.keys(OPTIONS).map((name) => name.replace('!', '')))
  expect(SAME_OPTIONS.filter((name) => !known.has(name))).toEqual([])
  expect(SAME_FEATURES.filter((name) => !Object.hasOwn(OPTIONS.features, name))).toEqual([])
})

it('puts the provider of the instance around what stands in the one of wagmi, here or in another file', () => {
  const { files } = rewriteFiles(appkit, {
    'lib/appkit.ts': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { createAppKit } from '@reown/appkit/react'
import { mainnet, type AppKitNetwork } from '@reown/appkit/networks'
export const networks = [mainnet] as [AppKitNetwork, ...AppKitNetwork[]]
export const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'x' })
createAppKit({ adapters: [wagmiAdapter], networks })
`,
    'main.tsx': `import { WagmiProvider } from 'wagmi'
import { wagmiAdapter } from './lib/appkit'
export const App = ({ children }) => (
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <main>
      {children}
    </main>
  </WagmiProvider>
)
`,
  })
  expect(files['main.tsx']).toBe(`import { WagmiProvider } from 'wagmi'
import { wagmiAdapter, latchkey } from './lib/appkit'
import { LatchkeyProvider } from 'latchkey/react'
export const App = ({ children }) => (
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <LatchkeyProvider latchkey={latchkey}>
      <main>
        {children}
      </main>
    </LatchkeyProvider>
  </WagmiProvider>
)
`)
  expect(files['lib/appkit.ts']).toContain('export const networks = [mainnet] as [Chain, ...Chain[]]')
  expect(files['lib/appkit.ts']).toContain("import { type Chain } from 'viem'")
  expect(files['lib/appkit.ts']).toContain('export const latchkey = createLatchkey({')
})

it.each([
  ['useAppKit', '{ open, close }', 'useModal', '{ open, close }'],
  ['useAppKitAccount', '{ address, isConnected, caipAddress }', 'useAccount', '{ address, isConnected, caipAddress }'],
  ['useAppKitState', '{ open, selectedNetworkId }', 'useLatchkeyState', '{ open, networkId: selectedNetworkId }'],
  ['useAppKitTheme', '{ themeMode, setThemeMode }', 'useAppearance', '{ themeMode, setThemeMode }'],
  ['useDisconnect', '{ disconnect }', 'useDisconnect', '{ disconnect }'],
])('turns %s into %s', (theirs, given, ours, picked) => {
  const source = (name: string, module: string, parts: string) =>
    `import { ${name} } from '${module}'\nexport function useIt() {\n  const ${parts} = ${name}()\n}\n`
  expect(rewriteText(appkit, source(theirs, '@reown/appkit/react', given))).toBe(source(ours, 'latchkey/react', picked))
})

it('names networks by their ids where it switches to them', () => {
  const text = rewriteText(
    appkit,
    `import { useAppKitNetwork } from '@reown/appkit/react'
import { base } from 'wagmi/chains'
export function useIt() {
  const { chainId, switchNetwork } = useAppKitNetwork()
  return () => chainId !== base.id && switchNetwork(base)
}
`,
  )
  expect(text).toContain(`  const active = useNetwork()
  const chainId = active.network?.id
  const switchNetwork = useSwitchNetwork().switchNetwork
  return () => chainId !== base.id && switchNetwork(\`eip155:\${base.id}\`)`)
})

it('leaves what another component calls by the same name alone, and a switch that is handed on to a person', () => {
  const text = rewriteText(
    appkit,
    `import { useAppKitNetwork } from '@reown/appkit/react'
import { base } from 'wagmi/chains'
export function useOne() {
  const { switchNetwork } = useAppKitNetwork()
  return () => switchNetwork(base)
}
export function useOther({ switchNetwork }) {
  return () => switchNetwork(base)
}
export function useThird() {
  const { switchNetwork } = useAppKitNetwork()
  return switchNetwork
}
`,
  )
  expect(text.match(/switchNetwork\(base\)/g)).toHaveLength(1)
  expect(text.match(/switchNetwork\(`eip155:\$\{base\.id\}`\)/g)).toHaveLength(1)
  expect(text.match(/useAppKitNetwork is still AppKit's: row "useAppKitNetwork\(\)"/g)).toHaveLength(1)
})

it('gives the provider of a wallet as what the site says it is', () => {
  const source = (call: string) => `import { useAppKitProvider } from '@reown/appkit/react'
import type { EIP1193Provider } from 'viem'
export function useIt() {
  ${call}
  return walletProvider
}
`
  const typed = rewriteText(appkit, source("const { walletProvider } = useAppKitProvider<EIP1193Provider>('eip155')"))
  expect(typed).toContain("const walletProvider = useProvider('eip155') as EIP1193Provider\n")
  expect(typed).toContain("import { useProvider } from 'latchkey/react'")
  const plain = rewriteText(appkit, source("const { walletProvider } = useAppKitProvider('eip155')"))
  expect(plain).toContain("const walletProvider = useProvider('eip155')\n")
  const both = rewriteText(appkit, source("const { walletProvider, walletProviderType } = useAppKitProvider('eip155')"))
  expect(both).toContain('row "useAppKitProvider()"')
})

it("leaves wagmi's hook of the same name alone", () => {
  const text = rewriteText(
    appkit,
    `import { useAppKitAccount } from '@reown/appkit/react'
import { useAccount } from 'wagmi'
export function useBoth() {
  const { address } = useAppKitAccount()
  const { chain } = useAccount()
  return [address, chain]
}
`,
  )
  expect(text).toContain("import { useAccount as useLatchkeyAccount } from 'latchkey/react'")
  expect(text).toContain('const { address } = useLatchkeyAccount()')
  expect(text).toContain('const { chain } = useAccount()')
})

it.each([
  ['<appkit-button />', '<Button />'],
  ['<appkit-button balance="hide" size="sm"></appkit-button>', '<Button balance="hide" size="sm"></Button>'],
  ['<appkit-network-button disabled />', '<NetworkButton disabled />'],
  ['<appkit-account-button />', '<AccountButton />'],
  ['<appkit-connect-button label="In" />', '<ConnectButton label="In" />'],
  ['<appkit-wallet-button wallet="metamask" />', '<WalletButton wallet="metamask" />'],
])('draws %s as %s', (theirs, ours) => {
  const name = /<(\w+)/.exec(ours)?.[1]
  expect(rewriteText(appkit, `export const Bar = () => ${theirs}\n`)).toBe(
    `import { ${name} } from 'latchkey/react'\nexport const Bar = () => ${ours}\n`,
  )
})

it.each([
  ['AppKitButton', 'Button', ' balance="hide"'],
  ['AppKitConnectButton', 'ConnectButton', ' label="In"'],
  ['AppKitAccountButton', 'AccountButton', ''],
  ['AppKitNetworkButton', 'NetworkButton', ' disabled'],
])('draws the component %s as %s', (theirs, ours, given) => {
  const source = (name: string, module: string) =>
    `import { ${name} } from '${module}'\nexport const Bar = () => <${name}${given} />\n`
  expect(rewriteText(appkit, source(theirs, '@reown/appkit/react'))).toBe(source(ours, 'latchkey/react'))
})

it.each([
  ['EthersAdapter', 'ethers'],
  ['Ethers5Adapter', 'ethers5'],
  ['SolanaAdapter', 'solana'],
  ['BitcoinAdapter', 'bitcoin'],
])('makes %s the adapter of latchkey/%s, and takes the networks that ours are', (theirs, ours) => {
  const text = rewriteText(
    appkit,
    `import { ${theirs} } from '@reown/appkit-adapter-${ours}'
import { mainnet, zircuit } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
const adapter = new ${theirs}()
createAppKit({ adapters: [adapter], networks: [mainnet, zircuit], projectId: 'x', themeMode: 'dark' })
`,
  )
  const wanted = `import { createLatchkey } from 'latchkey'
import { ${ours} } from 'latchkey/${ours}'
import { mainnet } from 'latchkey/networks'
import { zircuit } from 'viem/chains'
export const latchkey = createLatchkey({ adapters: [${ours}()], networks: [mainnet, zircuit], themeMode: 'dark',
  // TODO(latchkey): zircuit comes from viem, which your package.json has to name
  // TODO(latchkey): name your own gatewayUrl, and the projectId that it knows: row "projectId" of docs/from-appkit.md
  // TODO(latchkey): no <WagmiProvider> or <StrictMode> was found: put <LatchkeyProvider latchkey={…}> around what uses hooks
})
`
  // Imports are sorted by their modules.
  expect(text.split('\n').sort()).toEqual(wanted.split('\n').sort())
})

it('tells networks of other families to the modal alone, and calls an adapter otherwise where its name is taken', () => {
  const text = rewriteText(
    appkit,
    `import { SolanaAdapter } from '@reown/appkit-adapter-solana'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet, solana } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
const networks = [mainnet, solana]
const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'x' })
createAppKit({ adapters: [wagmiAdapter, new SolanaAdapter({ wallets: [phantom] })], networks })
`,
  )
  expect(text).toContain('createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })')
  expect(text).toContain("import { solana as latchkeySolana } from 'latchkey/solana'")
  expect(text).toContain('adapters: [wagmi({ config }), latchkeySolana()], networks,')
  expect(text).toContain('wallets was taken out: row "adapters"')
})

it('leaves an adapter that it cannot see to a person, and with it the networks', () => {
  const text = rewriteText(
    appkit,
    `import { adapter } from './adapter'
import { mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
createAppKit({ adapters: [adapter], networks: [mainnet], projectId: 'x' })
`,
  )
  expect(text).toContain('createAppKit is still AppKit\'s: row "createAppKit"')
  expect(text).toContain("import { mainnet } from '@reown/appkit/networks'")
})

it('puts the provider into the <StrictMode> that a page without wagmi begins with', () => {
  const { files } = rewriteFiles(appkit, {
    'App.ts': `import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet] })
`,
    'main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
createRoot(root).render(<StrictMode><App /></StrictMode>)
`,
  })
  expect(files['main.tsx']).toContain(
    'createRoot(root).render(<StrictMode><LatchkeyProvider latchkey={latchkey}><App /></LatchkeyProvider></StrictMode>)',
  )
  expect(files['main.tsx']).toContain("import { App, latchkey } from './App'")
})

it('takes over no network that ours do not have', () => {
  const known = Object.keys(networks)
  expect([...OURS, ...OF_OTHER_FAMILIES].filter((name) => !known.includes(name))).toEqual([])
})

it('finds the adapter in the file that it is imported from, as in sites that a server renders', () => {
  const { files } = rewriteFiles(appkit, {
    'config/index.ts': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { arbitrum, mainnet } from '@reown/appkit/networks'
import { cookieStorage, createStorage } from 'wagmi'

export const projectId = process.env.PROJECT_ID
export const networks = [mainnet, arbitrum]

export const wagmiAdapter = new WagmiAdapter({
  storage: createStorage({ storage: cookieStorage }),
  ssr: true,
  projectId,
  networks,
})

export const config = wagmiAdapter.wagmiConfig
`,
    'context/index.tsx': `'use client'

import { projectId, wagmiAdapter } from '@/config'
import { createAppKit } from '@reown/appkit/react'
import { arbitrum, mainnet } from '@reown/appkit/networks'
import { cookieToInitialState, WagmiProvider, type Config } from 'wagmi'

const modal = createAppKit({
  adapters: [wagmiAdapter],
  projectId: projectId!,
  networks: [mainnet, arbitrum],
  defaultNetwork: mainnet,
})

export default function ContextProvider({ children, cookies }) {
  const initialState = cookieToInitialState(wagmiAdapter.wagmiConfig as Config, cookies)
  return <WagmiProvider config={wagmiAdapter.wagmiConfig as Config} initialState={initialState}>{children}</WagmiProvider>
}
`,
  })
  expect(files['config/index.ts']).toBe(`import { arbitrum, mainnet } from 'wagmi/chains'
import { cookieStorage, createStorage, createConfig, http } from 'wagmi'

export const projectId = process.env.PROJECT_ID
export const networks = [mainnet, arbitrum] as const

export const wagmiAdapter = { wagmiConfig: createConfig({
  storage: createStorage({ storage: cookieStorage }),
  ssr: true,
  chains: networks,
  transports: { [mainnet.id]: http(), [arbitrum.id]: http() },
}) }

export const config = wagmiAdapter.wagmiConfig
`)
  expect(files['context/index.tsx']).toContain(`const modal = createLatchkey({
  adapters: [wagmi({ config: wagmiAdapter.wagmiConfig })],
  networks: [mainnet, arbitrum],
  defaultNetwork: mainnet,
  themeMode: 'system',
`)
  expect(files['context/index.tsx']).toContain(
    'initialState={initialState}><LatchkeyProvider latchkey={modal}>{children}</LatchkeyProvider></WagmiProvider>',
  )
})

/** What becomes of a module that asks the modal of another one, over ethers. */
const askModal = (code: string) =>
  rewriteFiles(appkit, {
    'modal.ts': `import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { createAppKit } from '@reown/appkit'
import { base, mainnet, solana } from '@reown/appkit/networks'

export const modal = createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet, base, solana] })
`,
    'page.ts': `import { base, solana } from '@reown/appkit/networks'\n${code}`,
  })

it('asks our instance what was asked of the modal, and leaves to a person what ours tells otherwise', () => {
  const { files, remarks } = askModal(`import { modal as kit } from './modal'

export const read = () => [kit.getAddress(), kit.getCaipNetworkId(), kit.getChainId(), signer.getAddress()]
export const toBase = () => kit.switchNetwork(base)
export const leave = async () => {
  await kit.disconnect()
  await kit.disconnect('eip155')
  kit.open({ view: 'Networks' })
}
kit.subscribeAccount((account) => console.log(account))
export const others = () => [
  kit.getAddress('solana'),
]
export const toSolana = () => kit.switchNetwork(solana)
`)
  expect(files['page.ts']).toBe(`import { base, solana } from 'latchkey/networks'
import { modal as kit } from './modal'

export const read = () => [kit.getState().address, kit.getState().networkId, kit.getState().network?.id, signer.getAddress()]
export const toBase = () => kit.switchNetwork(\`eip155:\${base.id}\`)
export const leave = async () => {
  await kit.disconnect()
  // TODO(latchkey): modal.disconnect is still AppKit's: row "modal.disconnect" of docs/from-appkit.md
  await kit.disconnect('eip155')
  kit.open({ view: 'Networks' })
}
// TODO(latchkey): modal.subscribeAccount is still AppKit's: row "modal.subscribeState" of docs/from-appkit.md
kit.subscribeAccount((account) => console.log(account))
// TODO(latchkey): modal.getAddress is still AppKit's: row "modal.getAddress" of docs/from-appkit.md
export const others = () => [
  kit.getAddress('solana'),
]
// TODO(latchkey): modal.switchNetwork is still AppKit's: row "modal.switchNetwork" of docs/from-appkit.md
export const toSolana = () => kit.switchNetwork(solana)
`)
  expect(remarks.filter((remark) => remark.startsWith('page.ts'))).toHaveLength(4)
})

it.each([
  ['another module', "import { modal } from './dialogs'\nexport const address = modal.getAddress()\n"],
  ['something else', "import { modal } from './modal'\nexport const other = (modal) => modal.getAddress()\n"],
])('leaves alone what has the name of the modal in %s', (_, code) => {
  expect(askModal(code).files['page.ts']).toContain('modal.getAddress()')
})
