/** Every screen of the wallet itself, for tests and pictures. */
import type { ReactNode } from 'react'
import type { AuditEntry, DeviceEntry, GivenPermission, IdentityEntry, WaysBack } from '../worker/keyTasks.ts'
import { ActivityScreen } from './ActivityScreen.tsx'
import { BackupScreen } from './BackupScreen.tsx'
import { BringBackScreen } from './BringBackScreen.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { DeleteScreen } from './DeleteScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'
import { FirstWayScreen } from './FirstWayScreen.tsx'
import {
  ChooseScreen,
  EmailScreen,
  IdentitiesScreen,
  type IdentitiesTasks,
  ServiceScreen,
  UnlinkScreen,
} from './IdentitiesScreen.tsx'
import { LetInScreen } from './LetInScreen.tsx'
import { PermissionsScreen } from './PermissionsScreen.tsx'
import { SecondFactorScreen } from './SecondFactorScreen.tsx'
import { ThawScreen } from './ThawScreen.tsx'
import { VaultCodesScreen } from './VaultCodesScreen.tsx'
import { WaysBackScreen, type WaysBackTasks } from './WaysBackScreen.tsx'

export const EMAIL = 'ada@shop.example'
export const PHRASE = 'one two three four five six seven eight'
export const WORDS = Array.from({ length: 24 }, (_, index) => `word${index}`).join(' ')
/** When things happened. */
const AT = Date.UTC(2026, 10, 3, 9, 30)
export const nothing = () => {}

export const ACCOUNT = {
  email: EMAIL,
  name: EMAIL,
  provider: null,
  userName: null,
  addresses: { eip155: '0xa', solana: 'b' },
  smartAccount: '0x00000000000000000000000000000000005a4E00',
  isFrozen: false,
  isBackedUp: false,
}
export const PASSKEY: WaysBack['passkeys'][number] = {
  holder: 'passkey.a',
  credentialId: 'a',
  salt: 's',
  wrapped: 'w',
  host: 'https://shop.example',
  device: 'Chrome · Linux',
  createdAt: AT,
  isProvable: true,
}
export const WAYS: WaysBack = {
  email: EMAIL,
  name: EMAIL,
  passkeys: [],
  backupAt: null,
  custody: 'recoverable',
  hasEmailChange: false,
  isOwnOnly: false,
  hasSecondFactor: false,
}
export const WAY_TASKS: WaysBackTasks = {
  listWaysBack: async () => WAYS,
  makeBackup: async () => ({ file: '', phrase: PHRASE }),
  noteBackup: async () => {},
  addPasskey: async () => {},
  removePasskey: async () => {},
  startSecondFactor: async () => ({ challenge: '', until: 0, credentialIds: [] }),
  setSecondFactor: async () => {},
  setCustody: async () => {},
  startStepUp: async () => ({ how: 'code' as const }),
  finishStepUp: async () => {},
  resumeEmailChange: async () => ({ sender: 'vault', address: 'old' }),
  typeEmailCode: async () => ({ sender: 'done' }),
  mailEmailCode: async () => {},
}
export const ENTRIES: readonly AuditEntry[] = [
  { number: 2, at: AT + 60_000, kind: 'somethingNew', facts: {} },
  { number: 1, at: AT, kind: 'signature', facts: { device: 'Chrome · Linux', host: 'https://shop.example' } },
]

/** Of a project whose gateway has a bundler. */
export const EXPORT_TASKS = {
  exportWords: async () => WORDS,
  listSmartNetworks: async () => [{ id: 'eip155:10', isSponsored: false }],
}

export const devices = (...others: string[]): DeviceEntry[] => [
  {
    thumbprint: 'a',
    host: 'https://shop.example',
    device: 'Chrome · Linux',
    createdAt: AT,
    hasShare: true,
    isThis: true,
  },
  ...others.map((thumbprint) => ({
    thumbprint,
    host: 'https://shop.example',
    device: `Safari on iPhone ${thumbprint}`,
    createdAt: AT,
    hasShare: true,
    isThis: false,
  })),
]

const HEX = (byte: string, bytes: number) => `0x${byte.repeat(bytes)}` as const

/** Two sites: one may send so much of a token each day, the other so much in all. */
export const PERMISSIONS: readonly GivenPermission[] = [
  {
    hash: HEX('01', 32),
    network: 'eip155:1',
    host: 'https://shop.example',
    permission: {
      delegate: HEX('d1', 20),
      target: HEX('c1', 20),
      cap: { amount: 25_000_000n, period: { seconds: 86_400 } },
      calls: 100,
      validUntil: AT / 1000 + 86_400,
    },
  },
  {
    hash: HEX('02', 32),
    network: 'eip155:10',
    host: `https://${'a'.repeat(50)}.example`,
    permission: {
      delegate: HEX('d2', 20),
      target: HEX('c2', 20),
      cap: { amount: 10n ** 30n },
      calls: 3,
      validUntil: AT / 1000 + 3_600,
    },
  },
]

/** What a screen of permissions asks; ending one takes a fee. */
export const PERMISSION_TASKS: Parameters<typeof PermissionsScreen>[0]['keys'] = {
  listPermissions: async () => PERMISSIONS,
  prepareEnd: async (hash) => {
    const found = PERMISSIONS.find((each) => each.hash === hash) ?? PERMISSIONS[0]
    if (!found) throw new Error('there is none')
    const { permission, network } = found
    const subject = { kind: 'permission', permission, fee: 10n ** 15n, isEnding: true, isEnabling: false } as const
    return { id: hash, account: HEX('a1', 20), network, subject }
  },
  carryOut: async () => ({}),
  drop: async () => {},
  // How many decimals each token has.
  ask: async () => '0x6',
}

export const BRING_TASKS = {
  recoverByFile: async () => {},
  recoverByPasskey: async () => {},
  startLetIn: async () => {},
  finishLetIn: () => new Promise<void>(nothing),
}

export const PROVIDERS = [
  { id: 'google', label: 'Google', icon: null },
  { id: 'github', label: 'GitHub', icon: null },
]
export const FIRST: IdentityEntry = {
  id: 'first',
  provider: null,
  email: EMAIL,
  userName: null,
  since: AT,
  isFirst: true,
  isThis: true,
}
export const LINKED: IdentityEntry = {
  ...FIRST,
  id: 'linked',
  provider: 'github',
  email: null,
  userName: `ada-${'of-the-engine-'.repeat(5)}`,
  isFirst: false,
  isThis: false,
}
export const IDENTITY_TASKS: IdentitiesTasks = {
  listIdentities: async () => [FIRST, LINKED],
  listSocials: async () => PROVIDERS,
  startLink: async () => ({ uri: 'https://gate.example/' }),
  finishLink: () => new Promise(nothing),
  dropLink: async () => {},
  startEmailLink: async () => {},
  finishEmailLink: async () => {},
  unlinkIdentity: async () => {},
  startStepUp: async () => ({ how: 'code' as const }),
  finishStepUp: async () => {},
}
const IDENTITY_PARTS = { keys: IDENTITY_TASKS, email: EMAIL, onDone: nothing, onLeave: nothing }

export const SCREENS: Readonly<Record<string, ReactNode>> = {
  code: (
    <CodeScreen
      keys={{ startStepUp: async () => ({ how: 'code' as const }), finishStepUp: async () => {} }}
      reason="export"
      email={`${'a'.repeat(60)}@shop.example`}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  again: (
    <CodeScreen
      keys={{
        startStepUp: async () => ({ how: 'social', provider: 'x', uri: 'https://gate.example/' }),
        finishStepUp: async () => {},
      }}
      reason="export"
      email="ada"
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  letInEmail: (
    <LetInScreen
      keys={{ giveSocialEmail: async () => ({ state: 'email' }), waitForDevice: () => new Promise(nothing) }}
      step={{ state: 'email' }}
      onDone={nothing}
      onFail={nothing}
      onLeave={nothing}
    />
  ),
  letInLink: (
    <LetInScreen
      keys={{ giveSocialEmail: async () => ({ state: 'email' }), waitForDevice: () => new Promise(nothing) }}
      step={{ state: 'device', sentTo: `a…@${'shop-'.repeat(12)}example` }}
      onDone={nothing}
      onFail={nothing}
      onLeave={nothing}
    />
  ),
  export: <ExportScreen keys={EXPORT_TASKS} onLeave={nothing} />,
  backup: (
    <BackupScreen
      keys={{ makeBackup: async () => ({ file: '', phrase: PHRASE }), noteBackup: async () => {} }}
      pick={() => 0}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  ways: (
    <WaysBackScreen
      keys={{
        ...WAY_TASKS,
        listWaysBack: async () => ({ ...WAYS, passkeys: [PASSKEY], backupAt: AT, hasEmailChange: true }),
      }}
      email={`${'a'.repeat(60)}@shop.example`}
      pick={() => 0}
      onLeave={nothing}
    />
  ),
  bringBack: <BringBackScreen keys={BRING_TASKS} passkeys={[PASSKEY]} onDone={nothing} onLeave={nothing} />,
  bringBackByLink: (
    <BringBackScreen
      keys={BRING_TASKS}
      passkeys={[]}
      email={`${'a'.repeat(60)}@shop.example`}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  firstWay: (
    <FirstWayScreen
      keys={{ draftBackup: async () => ({ file: '', phrase: PHRASE }), createStrict: async () => {} }}
      email={EMAIL}
      pick={() => 0}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  secondFactor: (
    <SecondFactorScreen
      keys={{ askedPasskey: WAY_TASKS.startSecondFactor, finishWithPasskey: async () => {} }}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  permissions: <PermissionsScreen keys={PERMISSION_TASKS} onLeave={nothing} />,
  activity: <ActivityScreen keys={{ readAudit: async () => ENTRIES, freeze: async () => {} }} onLeave={nothing} />,
  thaw: (
    <ThawScreen
      keys={{ ...WAY_TASKS, startThaw: async () => {}, finishThaw: async () => {} }}
      email={EMAIL}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  vaultCodes: <VaultCodesScreen keys={WAY_TASKS} onDone={nothing} onLeave={nothing} />,
  delete: (
    <DeleteScreen
      keys={{ ask: async () => '0xde0b6b3a7640000', deleteWallet: async () => 0 }}
      account={ACCOUNT}
      network="eip155:1"
      onExport={nothing}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  devices: (
    <DevicesScreen
      keys={{
        listDevices: async () => devices('b'),
        revokeDevice: async () => {},
        startStepUp: async () => ({ how: 'code' as const }),
        finishStepUp: async () => {},
      }}
      email={EMAIL}
      onLeave={nothing}
    />
  ),
  identities: <IdentitiesScreen keys={IDENTITY_TASKS} email={EMAIL} onLeave={nothing} />,
  identityChoose: <ChooseScreen providers={PROVIDERS} onChoose={nothing} onLeave={nothing} />,
  identityEmail: <EmailScreen {...IDENTITY_PARTS} />,
  identityService: (
    <ServiceScreen {...IDENTITY_PARTS} provider={{ id: 'example', label: 'E'.repeat(40), icon: null }} />
  ),
  identityUnlink: <UnlinkScreen {...IDENTITY_PARTS} id="linked" name={`${'a'.repeat(60)}@shop.example`} />,
}
