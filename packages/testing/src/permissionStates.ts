import {
  type Approval,
  type Permission,
  type PermissionsState,
  permissionsOf,
} from '../../latchkey/src/core/features/permissions/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { NOW } from './activities.ts'
import { connectTo } from './fills.ts'
import { ACCOUNT, FERNPASS, LONG_NAME } from './fixtures.ts'
import type { ViewState } from './viewState.ts'

const BELOW: readonly ViewTarget[] = [{ view: 'Account' }, { view: 'AccountSettings' }]

/** An approval as views show it; `number` tells it from others. */
export function makeApproval(number: number, more: Partial<Approval> = {}): Approval {
  const digit = (number + 1).toString(16)
  const contract = `0x${digit.padStart(40, '7')}`
  const spender = `0x${digit.padStart(40, 'b')}`
  return {
    id: `allowance:eip155:1:${contract}:${spender}:`,
    kind: 'allowance',
    networkId: 'eip155:1',
    owner: ACCOUNT.address,
    contract,
    spender,
    tokenId: undefined,
    amount: 2n ** 256n - 1n,
    isUnlimited: true,
    expiresAt: undefined,
    held: 4_864_120_000n,
    value: 4864.12,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    iconUrl: undefined,
    trust: 'listed',
    ...more,
  }
}

const CONNECTION: Permission = {
  id: 'connection:eip155:fernpass',
  kind: 'connection',
  namespace: 'eip155',
  connectorId: FERNPASS.id,
  walletName: FERNPASS.name,
  imageUrl: FERNPASS.imageUrl,
  addresses: [ACCOUNT.address],
  methods: undefined,
  expiresAt: undefined,
}

const HERE: readonly Permission[] = [
  {
    ...CONNECTION,
    id: 'connection:eip155:walletConnect',
    connectorId: 'walletConnect',
    methods: ['eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign'],
    expiresAt: NOW + 6 * 86_400_000,
  },
  {
    id: 'signIn',
    kind: 'signIn',
    namespace: 'eip155',
    networkId: 'eip155:1',
    address: ACCOUNT.address,
    expiresAt: NOW + 86_400_000,
  },
  {
    id: 'execution',
    kind: 'execution',
    namespace: 'eip155',
    networkId: 'eip155:1',
    connectorId: FERNPASS.id,
    context: '0x01',
    type: 'native-token-stream',
    expiresAt: NOW + 30 * 86_400_000,
    to: `0x${'c'.repeat(40)}`,
  },
]

/** What a visitor of some years has approved: amounts, all of a collection, one NFT, and bait. */
export const APPROVED: readonly Approval[] = [
  makeApproval(1),
  makeApproval(2, {
    id: 'permit2',
    kind: 'permit2',
    amount: 250_000_000n,
    isUnlimited: false,
    expiresAt: NOW + 12 * 86_400_000,
    value: 250,
  }),
  makeApproval(3, {
    id: 'operator',
    kind: 'operator',
    trust: 'unlisted',
    name: 'Low Sun',
    symbol: 'SUN',
    amount: undefined,
    isUnlimited: false,
    held: 3n,
    value: undefined,
    decimals: undefined,
  }),
  makeApproval(4, {
    id: 'nft',
    kind: 'nft',
    trust: 'unlisted',
    name: 'Field Notes',
    tokenId: '118',
    amount: undefined,
    isUnlimited: false,
    held: 1n,
    value: undefined,
    decimals: undefined,
  }),
  makeApproval(5, {
    id: 'bait',
    trust: 'spam',
    name: 'Visit gift.example',
    symbol: 'GIFT',
    value: undefined,
    held: 10n ** 30n,
  }),
]

const fill =
  (permissions: readonly Permission[], more: Partial<PermissionsState> = {}) =>
  (instance: Instance): void => {
    connectTo(FERNPASS)(instance)
    hold(instance, permissions, more)
  }

/** Holds them in the store, whatever is read meanwhile: no reading is ever the newest. */
function hold(instance: Instance, permissions: readonly Permission[], more: Partial<PermissionsState>): void {
  const { get } = permissionsOf(instance)
  const shown: PermissionsState = {
    ...get(),
    permissions,
    approvals: 'read',
    unavailable: [],
    incomplete: [],
    status: 'ready',
    owner: ACCOUNT.address,
    reading: Number.NaN,
    ...more,
  }
  permissionsOf(instance).set(() => shown)
}

const state = (name: string, fillWith: ViewState['fill'], after?: ViewState['after']): ViewState => ({
  view: 'AppPermissions',
  name,
  fill: fillWith,
  below: BELOW,
  target: { view: 'AppPermissions' },
  ...(after ? { after } : {}),
})

const LONG: readonly Permission[] = [
  { ...CONNECTION, walletName: LONG_NAME, methods: [`wallet_${'x'.repeat(80)}`], expiresAt: NOW },
  makeApproval(1, { symbol: LONG_NAME, amount: 10n ** 70n, isUnlimited: false, value: 123_456_789_012.34 }),
  makeApproval(2, { id: 'nft', kind: 'nft', name: LONG_NAME, tokenId: '9'.repeat(78), value: undefined }),
]

/** What is shown, after the view has read what there is to read on a page without a gateway. */
const shows =
  (permissions: readonly Permission[], more: Partial<PermissionsState> = {}): ViewState['after'] =>
  (instance) =>
    hold(instance, permissions, more)

/** What this site and others may do. */
export const PERMISSION_STATES: readonly ViewState[] = [
  state('filled', fill([...HERE, ...APPROVED]), shows([...HERE, ...APPROVED])),
  state('nothing approved', fill([CONNECTION]), shows([CONNECTION])),
  state(
    'without a gateway',
    fill([CONNECTION], { approvals: 'unserved' }),
    shows([CONNECTION], { approvals: 'unserved' }),
  ),
  state(
    'failed',
    fill([CONNECTION], { approvals: 'failed', status: 'failed' }),
    shows([CONNECTION], { approvals: 'failed', status: 'failed' }),
  ),
  state(
    'in part',
    fill([CONNECTION]),
    shows([CONNECTION, ...APPROVED.slice(0, 1)], { unavailable: ['eip155:10'], incomplete: ['eip155:1'] }),
  ),
  state(
    'ending',
    fill([CONNECTION]),
    shows([CONNECTION, ...APPROVED.slice(0, 3)], {
      ending: [APPROVED[0]?.id ?? ''],
      ended: {
        permit2: { id: 'permit2', outcome: 'stands' },
        operator: { id: 'operator', outcome: 'unclear', code: 'DATA_UNAVAILABLE' },
      },
    }),
  ),
  state('long', fill(LONG), shows(LONG)),
]
