import { createLatchkey } from 'latchkey'
import { solana } from 'latchkey/solana'
import { universal } from 'latchkey/universal'
import { showCatalogue } from './catalogue.ts'
import { showCertificates } from './certificates.ts'
import { startDemoWallet } from './demoWallet.ts'
import { getElement } from './element.ts'
import { offerGift } from './gift.ts'
import { showListeningPanel } from './listeningPanel.ts'
import { readSettings } from './readSettings.ts'
import { connectShop } from './shop.ts'
import { startSolanaWallet, toSolanaNetwork } from './solanaWallet.ts'

const settings = readSettings()
const [slope, valley] = settings.chains
if (!slope || !valley) throw new Error('The demo needs two chains.')

startDemoWallet(settings)
if (settings.solana) startSolanaWallet(settings.solana)
getElement('field-wallet').setAttribute('href', settings.walletUrl)

// Beside the shop's name a phone has room for an account, but not for what it holds, too.
const narrow = matchMedia('(max-width: 480px)')
const fitButton = (): void => {
  const button = document.querySelector('latchkey-button')
  if (narrow.matches) button?.setAttribute('balance', 'hide')
  else button?.removeAttribute('balance')
}
narrow.addEventListener('change', fitButton)
fitButton()

const latchkey = createLatchkey({
  networks: [
    {
      id: slope.chainId,
      name: slope.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [slope.rpcUrl] } },
      assets: { imageUrl: new URL('/pictures/network-slope.svg', location.href).href },
    },
    {
      id: valley.chainId,
      name: valley.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [valley.rpcUrl] } },
      assets: { imageUrl: new URL('/pictures/network-valley.svg', location.href).href },
    },
    ...(settings.solana ? [toSolanaNetwork(settings.solana)] : []),
  ],
  adapters: [universal(), ...(settings.solana ? [solana()] : [])],
  // A chain that ends with the demo is on no list of published routers.
  onrampHosts: [settings.providerHost],
  swapRouters: {
    [`eip155:${slope.chainId}`]: [
      { address: settings.swapRouter, wrappedNative: settings.contracts.wrappedEther, takesPermit: true },
    ],
  },
  gatewayUrl: settings.gatewayUrl,
  projectId: settings.projectId,
  // At 127.0.0.1 a wallet would have neither passkeys nor storage of its own: there the shop offers none.
  ...(location.hostname.endsWith('.localhost') && settings.frameUrl ? { frameUrl: settings.frameUrl } : {}),
  metadata: {
    name: 'Hollowpine',
    url: location.origin,
    icons: [new URL('/pictures/mark.svg', location.href).href],
  },
  customWallets: [
    {
      id: 'hollowpine-field-wallet',
      name: 'Hollowpine Field Wallet',
      homepage: settings.walletUrl,
      imageUrl: new URL('/pictures/field-wallet.svg', location.href).href,
      // A page is no app: on a phone such a link would put the wallet in the place of the shop, so there it opens beside it.
      ...(matchMedia('(hover: none)').matches ? {} : { mobileLink: settings.walletUrl }),
      webappLink: settings.walletUrl,
    },
  ],
  themeMode: 'light',
  accent: '#1d6b45',
  themeVariables: { '--latchkey-font': 'Inter, ui-sans-serif, system-ui, sans-serif' },
  locale: 'en',
})

const shop = connectShop(settings)
showListeningPanel(latchkey)
offerGift(latchkey, settings, shop)

let address = latchkey.getState().address
const drawCertificates = (): Promise<void> =>
  shop.fetchCertificates().then(
    (certificates) => showCertificates(certificates, address),
    () => showCertificates([], address),
  )
latchkey.subscribe((state) => {
  if (state.address === address) return
  address = state.address
  void drawCertificates()
})
void drawCertificates()
void showCatalogue(latchkey, shop, `eip155:${slope.chainId}`, () => void drawCertificates())
