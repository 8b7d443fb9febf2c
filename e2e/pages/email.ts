import { SPONSORED } from '@latchkey/testing/smartAccounts/sponsored.ts'
import { createLatchkey } from 'latchkey'
import { fetchCallsStatus, fetchPermissions, grantPermissions, sendCalls } from 'latchkey/actions'
import { universal } from 'latchkey/universal'
import { SETTINGS_ELEMENT } from '../../apps/demo/settings.ts'
import type { EmailPageSettings } from '../emailStack.ts'
import { createTestSiwx } from './createTestSiwx.ts'
import { onPress, showHeard, showState } from './showState.ts'

// The address chooses what a test wants to see: ?siwx=server, ?button=google: a wallet button for that, and ?token=0x…&to=0x…: whom the page wants to let send which token
const wanted = new URLSearchParams(location.search)
const settings = JSON.parse(document.getElementById(SETTINGS_ELEMENT)?.textContent ?? '') as EmailPageSettings
const { chainId, rpcUrl, gatewayUrl, projectId, frameUrl } = settings

const latchkey = createLatchkey({
  networks: [
    {
      id: chainId,
      name: 'Slope',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      testnet: true,
    },
  ],
  adapters: [universal()],
  gatewayUrl,
  projectId,
  frameUrl,
  metadata: { name: 'Test page', url: location.origin },
  themeMode: 'dark',
  locale: 'en',
  siwx: createTestSiwx(wanted),
  features: { smartSessions: wanted.has('token') },
})

window.latchkey = latchkey
for (const wallet of wanted.getAll('button')) {
  const button = document.createElement('latchkey-wallet-button')
  button.setAttribute('wallet', wallet)
  for (const name of ['latchkey-connect', 'latchkey-error'])
    button.addEventListener(name, () => {
      button.dataset.told = name
    })
  document.querySelector('main')?.append(button)
}
showState(latchkey)
showHeard(latchkey)

onPress('open', async () => {
  const result = await latchkey.open()
  return result.status === 'closed' ? `closed ${result.reason}` : `connected ${result.account.address}`
})
onPress('sign', () => latchkey.signMessage('Hello, slope'))
onPress('send', () => latchkey.sendTransaction({ to: '0x0000000000000000000000000000000000000001', value: 1n }))
onPress('calls', async () => {
  const { id } = await sendCalls(latchkey, {
    calls: [
      { to: SPONSORED, data: '0x11111111' },
      { to: SPONSORED, data: '0x22222222' },
    ],
    atomicRequired: true,
    capabilities: { paymasterService: { url: `${gatewayUrl}/v1/bundler?projectId=${projectId}` } },
  })
  sessionStorage.setItem('calls', id)
  return id
})
onPress('status-of-calls', async () => {
  const { status, atomic, receipts } = await fetchCallsStatus(latchkey, sessionStorage.getItem('calls') ?? '')
  return [
    status,
    atomic ? 'atomic' : 'single',
    ...receipts.map(({ status, transactionHash }) => `${status} ${transactionHash}`),
  ].join(' ')
})
onPress('batch', async () => {
  const calls = [1n, 2n].map((value) => ({ to: SPONSORED, value }))
  const { id } = await sendCalls(latchkey, { calls, atomicRequired: true })
  sessionStorage.setItem('calls', id)
  return id
})
onPress('grant', async () => {
  const answer = await grantPermissions(latchkey, [
    {
      chainId: `0x${chainId.toString(16)}`,
      to: wanted.get('to'),
      permission: {
        type: 'erc20-token-allowance',
        isAdjustmentAllowed: false,
        data: { tokenAddress: wanted.get('token'), allowanceAmount: '0x8ac7230489e80000' },
      },
      rules: [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 86_400 } }],
    },
  ])
  return (answer as readonly [{ readonly context: string }])[0].context
})
onPress('granted', async () => {
  const { permissions } = await fetchPermissions(latchkey)
  return `granted ${permissions.flatMap((each) => (each.kind === 'execution' ? [each.type] : [])).join(' ')}`
})
onPress('disconnect', () => latchkey.disconnect().then(() => 'disconnected'))
