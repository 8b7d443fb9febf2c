import { LANGUAGES, type Language } from '@latchkey/wire/languages'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Surroundings,
  SurroundingsContext,
  useSurroundings,
} from '../../../packages/latchkey/src/ui/parts/surroundings.ts'
import { compose, takeComposed } from '../../../packages/testing/src/compose.ts'
import { listCutWords } from '../../../packages/testing/src/listCutWords.ts'
import { listLooseTexts } from '../../../packages/testing/src/listLooseTexts.ts'
import { CallError } from '../channel/CallError.ts'
import { openScreens } from '../page/openScreens.tsx'
import type { WantedCode } from '../wallet/changeEmail.ts'
import type { WaysBack } from '../worker/keyTasks.ts'
import { ActivityScreen } from './ActivityScreen.tsx'
import { BackupScreen } from './BackupScreen.tsx'
import { BringBackScreen } from './BringBackScreen.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { DeleteScreen } from './DeleteScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'
import { FirstWayScreen } from './FirstWayScreen.tsx'
import { IdentitiesScreen } from './IdentitiesScreen.tsx'
import { LetInScreen } from './LetInScreen.tsx'
import { PermissionsScreen } from './PermissionsScreen.tsx'
import type { makePasskey } from './passkey.ts'
import {
  ACCOUNT,
  BRING_TASKS,
  devices,
  EMAIL,
  ENTRIES,
  EXPORT_TASKS,
  FIRST,
  IDENTITY_TASKS,
  LINKED,
  nothing,
  PASSKEY,
  PERMISSION_TASKS,
  PERMISSIONS,
  PHRASE,
  SCREENS,
  WAY_TASKS,
  WAYS,
} from './settingsFixtures.tsx'
import type { Texts } from './texts/en.ts'
import { loadTexts } from './texts.ts'
import { VaultCodesScreen } from './VaultCodesScreen.tsx'
import { WaysBackScreen } from './WaysBackScreen.tsx'

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await loadTexts(language)] as const)),
) as Readonly<Record<(typeof LANGUAGES)[number], Texts>>
const draw = (screen: ReactNode, language: Language = 'en') => {
  const screens = openScreens(language)
  screens.draw(screen)
  return screens
}
afterEach(() => {
  document.body.replaceChildren()
})

it('SEC-77: asks for a fresh code, says why one does not do, and goes on with the right one', async () => {
  const onDone = vi.fn()
  const keys = {
    startStepUp: vi.fn(async () => ({ how: 'code' as const })),
    finishStepUp: vi.fn(async (code = '') => {
      if (code !== '123456') throw new CallError({ message: 'no', reason: 'CODE_REFUSED' })
    }),
  }
  draw(<CodeScreen keys={keys} reason="export" email={EMAIL} onDone={onDone} onLeave={nothing} />)
  await expect.element(page.getByText(EMAIL)).toBeVisible()
  const field = page.getByLabelText(TEXTS.en.codeLabel)
  await field.fill('123 457')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.codeWrong)
  await field.fill('123456')
  await page.getByRole('button', { name: TEXTS.en.next }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(keys.startStepUp).toHaveBeenCalledWith('export')
})

it('SEC-77: a code is typed with an input method, whose Enter takes the digits and sends nothing', async () => {
  const onDone = vi.fn()
  const finishStepUp = vi.fn(async () => undefined)
  const keys = { startStepUp: async () => ({ how: 'code' as const }), finishStepUp }
  draw(<CodeScreen keys={keys} reason="export" email={EMAIL} onDone={onDone} onLeave={nothing} />)
  const field = page.getByLabelText(TEXTS.en.codeLabel)
  await field.click()
  await compose('００４２１７')
  // While the input method composes, the field has what it put there.
  await expect.element(field).toHaveValue('００４２１７')
  await userEvent.keyboard('{Enter}')
  expect(finishStepUp).not.toHaveBeenCalled()
  await takeComposed('００４２１７')
  await expect.element(field).toHaveValue('004217')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(finishStepUp).toHaveBeenCalledWith('004217')
})

it('SEC-77: whoever has no address logs in at their service once more, in a window that the page opens', async () => {
  const onDone = vi.fn()
  const opened: string[] = []
  const uri = 'https://gate.example/oauth/start?state=1'
  let tries = 0
  const keys = {
    startStepUp: vi.fn(async () => ({ how: 'social', provider: 'x', uri }) as const),
    finishStepUp: vi.fn(async () => {
      tries += 1
      if (tries === 1) throw new CallError({ message: 'no', reason: 'PROVIDER_DENIED' })
    }),
  }
  const screens = openScreens('en', { openWindow: (address) => void opened.push(address) })
  screens.draw(<CodeScreen keys={keys} reason="export" email="ada" onDone={onDone} onLeave={nothing} />)
  await expect.element(page.getByText(TEXTS.en.againText)).toBeVisible()
  expect(opened).toEqual([])
  await page.getByRole('button', { name: TEXTS.en.againOpen }).click()
  expect(opened).toEqual([uri])
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.failed)
  await page.getByRole('button', { name: TEXTS.en.again }).click()
  await page.getByRole('button', { name: TEXTS.en.againOpen }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(keys.startStepUp).toHaveBeenCalledTimes(2)
  // No digits are asked of them.
  expect(keys.finishStepUp).toHaveBeenLastCalledWith(undefined)
})

it('a device is let in by a link, for which an address is typed where none is known', async () => {
  const onDone = vi.fn()
  let letIn: () => void = () => {}
  const keys = {
    giveSocialEmail: vi.fn(async () => ({ state: 'device', sentTo: 'a…@shop.example' }) as const),
    waitForDevice: vi.fn(() => new Promise<void>((resolve) => (letIn = resolve))),
  }
  draw(<LetInScreen keys={keys} step={{ state: 'email' }} onDone={onDone} onFail={nothing} onLeave={nothing} />)
  expect(keys.waitForDevice).not.toHaveBeenCalled()
  await page.getByLabelText(TEXTS.en.letInEmail).fill(' ada@shop.example ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('a…@shop.example')
  expect(keys.giveSocialEmail).toHaveBeenCalledWith('ada@shop.example')
  await vi.waitFor(() => expect(keys.waitForDevice).toHaveBeenCalledOnce())
  letIn()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

it('SEC-15: words stand behind a press, and go when the page is left', async () => {
  draw(<ExportScreen keys={EXPORT_TASKS} onLeave={nothing} />)
  const words = page.getByRole('list')
  await expect.element(words).not.toBeInTheDocument()
  await page.getByRole('button', { name: TEXTS.en.exportShow }).click()
  await expect.element(words).toHaveTextContent('24 word23')
  window.dispatchEvent(new Event('blur'))
  await expect.element(words).not.toBeInTheDocument()
})

it('says beside the words whose the smart account is, where the gateway has a bundler and nowhere else', async () => {
  const said = page.getByText(TEXTS.en.exportSmart)
  const screens = draw(<ExportScreen keys={EXPORT_TASKS} onLeave={nothing} />)
  await expect.element(said).toBeVisible()
  const listSmartNetworks = vi.fn(async () => [])
  screens.draw(<ExportScreen keys={{ ...EXPORT_TASKS, listSmartNetworks }} onLeave={nothing} />)
  await vi.waitFor(() => expect(listSmartNetworks).toHaveBeenCalled())
  await expect.element(said).not.toBeInTheDocument()
})

/** A screen whose waits are over when the test says so. */
function InTime({ after, children }: { readonly after: Surroundings['after']; readonly children: ReactNode }) {
  return <SurroundingsContext value={{ ...useSurroundings(), after }}>{children}</SurroundingsContext>
}

it('SEC-15: words go after a minute, whoever looks at them', async () => {
  const waits: { readonly ms: number; readonly run: () => void }[] = []
  const after: Surroundings['after'] = (ms, run) => {
    waits.push({ ms, run })
    return nothing
  }
  draw(
    <InTime after={after}>
      <ExportScreen keys={EXPORT_TASKS} onLeave={nothing} />
    </InTime>,
  )
  await page.getByRole('button', { name: TEXTS.en.exportShow }).click()
  await expect.element(page.getByRole('list')).toHaveTextContent('24 word23')
  expect(waits.map(({ ms }) => ms)).toEqual([60_000])
  waits[0]?.run()
  await expect.element(page.getByRole('list')).not.toBeInTheDocument()
})

it('SEC-14: a backup counts once its file was taken and a word typed from where it was written down', async () => {
  const onDone = vi.fn()
  const save = vi.fn()
  const noteBackup = vi.fn(async () => {})
  const keys = { makeBackup: async () => ({ file: '{}', phrase: PHRASE }), noteBackup }
  draw(<BackupScreen keys={keys} save={save} pick={() => 2} onDone={onDone} onLeave={nothing} />)
  await page.getByRole('button', { name: TEXTS.en.backupDownload }).click()
  expect(save).toHaveBeenCalledWith('{}')
  await expect.element(page.getByRole('list')).not.toBeInTheDocument()
  await page.getByLabelText('Type word 3').fill('two')
  await page.getByRole('button', { name: TEXTS.en.done }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('That is not word 3.')
  expect(onDone).not.toHaveBeenCalled()
  await page.getByLabelText('Type word 3').fill(' Three ')
  await page.getByRole('button', { name: TEXTS.en.done }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(noteBackup).toHaveBeenCalledOnce()
})

it('SEC-09, SEC-77: another device is removed after a fresh code; this one stays', async () => {
  let isAllowed = false
  let list = devices('b')
  const keys = {
    listDevices: async () => list,
    revokeDevice: async () => {
      if (!isAllowed) throw new CallError({ message: 'code', reason: 'STEP_UP_NEEDED' })
      list = devices()
    },
    startStepUp: async () => ({ how: 'code' as const }),
    finishStepUp: async () => {
      isAllowed = true
    },
  }
  draw(<DevicesScreen keys={keys} email={EMAIL} onLeave={nothing} />)
  await page.getByRole('button', { name: TEXTS.en.devicesRemove }).click()
  await page.getByLabelText(TEXTS.en.codeLabel).fill('123456')
  await page.getByRole('button', { name: TEXTS.en.next }).click()
  await expect.element(page.getByText(TEXTS.en.devicesThis)).toBeVisible()
  await expect.element(page.getByText('Safari on iPhone b')).not.toBeInTheDocument()
})

/** Identity tasks for which a fresh code is wanted once, and what the wallet has. */
const openIdentities = (held = [FIRST]) => {
  let list = held
  let isAllowed = false
  const demand = () => {
    if (!isAllowed) throw new CallError({ message: 'code', reason: 'STEP_UP_NEEDED' })
  }
  const keys = {
    ...IDENTITY_TASKS,
    listIdentities: async () => list,
    startLink: vi.fn(async () => {
      demand()
      return { uri: 'https://gate.example/oauth/start?state=1' }
    }),
    finishLink: vi.fn(async () => {
      list = [...list, LINKED]
    }),
    dropLink: vi.fn(async () => {}),
    startEmailLink: vi.fn(async () => demand()),
    finishEmailLink: vi.fn(async () => {
      list = [...list, { ...LINKED, provider: null, email: 'second@shop.example' }]
    }),
    unlinkIdentity: vi.fn(async (id: string) => {
      demand()
      list = list.filter((identity) => identity.id !== id)
    }),
    finishStepUp: vi.fn(async () => {
      isAllowed = true
    }),
  }
  const opened: string[] = []
  const onLeave = vi.fn()
  openScreens('en', { openWindow: (address) => void opened.push(address) }).draw(
    <IdentitiesScreen keys={keys} email={EMAIL} onLeave={onLeave} />,
  )
  return { keys, opened, onLeave }
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const typeFreshCode = async () => {
  await expect.element(page.getByText(EMAIL)).toBeVisible()
  await page.getByLabelText(TEXTS.en.codeLabel).fill('123456')
  await press(TEXTS.en.next)
}

it('SEC-67, SEC-77: a login at a service is linked after a fresh code, in a window that the page opens', async () => {
  const { keys, opened } = openIdentities()
  await expect.element(page.getByText(TEXTS.en.identityFirst)).toBeVisible()
  // The first one stays.
  await expect.element(page.getByRole('button', { name: TEXTS.en.identityUnlink })).not.toBeInTheDocument()
  await press(TEXTS.en.identityLink)
  await press('GitHub')
  await typeFreshCode()
  await press(TEXTS.en.againOpen)
  expect(opened).toEqual(['https://gate.example/oauth/start?state=1'])
  await expect.element(page.getByText(LINKED.userName ?? '')).toBeVisible()
  expect(keys.startLink).toHaveBeenLastCalledWith('github')
})

it('SEC-67: says that a login has another wallet, and whoever leaves the window’s screen links nothing', async () => {
  const { keys } = openIdentities()
  keys.finishLink.mockRejectedValueOnce(new CallError({ message: 'no', reason: 'IDENTITY_TAKEN' }))
  await press(TEXTS.en.identityLink)
  await press('Google')
  await typeFreshCode()
  await press(TEXTS.en.againOpen)
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.identityTaken)
  await expect.element(page.getByRole('button', { name: TEXTS.en.again })).toBeVisible()
  expect(keys.dropLink).not.toHaveBeenCalled()
  await press(TEXTS.en.cancel)
  expect(keys.dropLink).toHaveBeenCalledOnce()
  await expect.element(page.getByText(TEXTS.en.identityFirst)).toBeVisible()
})

it('SEC-67: an address is linked by a fresh code and one of its own', async () => {
  const { keys } = openIdentities()
  await press(TEXTS.en.identityLink)
  await press(TEXTS.en.identityEmail)
  await page.getByLabelText(TEXTS.en.letInEmail).fill(' second@shop.example ')
  await userEvent.keyboard('{Enter}')
  await typeFreshCode()
  await expect.element(page.getByText('second@shop.example')).toBeVisible()
  expect(keys.startEmailLink).toHaveBeenLastCalledWith('second@shop.example')
  await page.getByLabelText(TEXTS.en.codeLabel).fill('654321')
  await press(TEXTS.en.next)
  await expect.element(page.getByRole('button', { name: TEXTS.en.identityUnlink })).toBeVisible()
  expect(keys.finishEmailLink).toHaveBeenCalledExactlyOnceWith('654321')
})

it('SEC-67: a login is unlinked after a second press and a fresh code; of the one in use the screen goes', async () => {
  const { keys, onLeave } = openIdentities([FIRST, { ...LINKED, isThis: true }])
  await press(TEXTS.en.identityUnlink)
  expect(keys.unlinkIdentity).not.toHaveBeenCalled()
  await press(TEXTS.en.identityUnlink)
  await typeFreshCode()
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(keys.unlinkIdentity).toHaveBeenLastCalledWith(LINKED.id)
})

it('SEC-67: where the vault knows nobody of a login, the wallet comes by a link for the first one', async () => {
  const onDone = vi.fn()
  let letIn: () => void = nothing
  const keys = {
    ...BRING_TASKS,
    startLetIn: vi.fn(async () => {}),
    finishLetIn: vi.fn(() => new Promise<void>((resolve) => (letIn = resolve))),
  }
  draw(<BringBackScreen keys={keys} passkeys={[PASSKEY]} email={EMAIL} onDone={onDone} onLeave={nothing} />)
  await expect.element(page.getByRole('status')).toHaveTextContent(TEXTS.en.bringLinkText)
  await press(TEXTS.en.bringLink)
  await expect.element(page.getByRole('status')).toHaveTextContent(EMAIL)
  // The other ways stay open meanwhile.
  await expect.element(page.getByRole('button', { name: TEXTS.en.passkeyUse })).toBeEnabled()
  await vi.waitFor(() => expect(keys.finishLetIn).toHaveBeenCalledOnce())
  letIn()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

it('SEC-16: deletes once the address was typed, after it said what the account holds', async () => {
  const onDone = vi.fn()
  const keys = { ask: async () => '0x1bc16d674ec80000', deleteWallet: vi.fn(async () => Date.UTC(2030, 0, 2, 12)) }
  draw(
    <DeleteScreen
      keys={keys}
      account={ACCOUNT}
      network="eip155:1"
      onExport={nothing}
      onDone={onDone}
      onLeave={nothing}
    />,
  )
  await expect.element(page.getByText('This account holds 2 ETH on Ethereum.')).toBeVisible()
  const button = page.getByRole('button', { name: TEXTS.en.deleteDo, exact: true })
  await button.click({ force: true })
  await page.getByLabelText(`Type ${EMAIL} to go on`).fill('ada@shop.exampl')
  await button.click({ force: true })
  expect(keys.deleteWallet).not.toHaveBeenCalled()
  await page.getByLabelText(`Type ${EMAIL} to go on`).fill(` ${EMAIL.toUpperCase()}`)
  await button.click()
  await expect.element(page.getByText('Your wallet is deleted on January 2, 2030.')).toBeVisible()
  await page.getByRole('button', { name: TEXTS.en.done }).click()
  expect(onDone).toHaveBeenCalledOnce()
})

it('SEC-16: a wallet whose name has letters as wide as ideographs is deleted once it was typed as it is shown', async () => {
  const name = 'ｍｉｒａ'
  const deleteWallet = vi.fn(async () => 0)
  draw(
    <DeleteScreen
      keys={{ ask: async () => '0x0', deleteWallet }}
      account={{ ...ACCOUNT, name }}
      network="eip155:1"
      onExport={nothing}
      onDone={nothing}
      onLeave={nothing}
    />,
  )
  await page.getByLabelText(`Type ${name} to go on`).fill(name)
  await page.getByRole('button', { name: TEXTS.en.deleteDo, exact: true }).click()
  await vi.waitFor(() => expect(deleteWallet).toHaveBeenCalledOnce())
})

it('SEC-16: says that it does not know what the account holds where no node answers', async () => {
  const keys = { ask: async () => Promise.reject(new Error('away')), deleteWallet: async () => 0 }
  draw(
    <DeleteScreen
      keys={keys}
      account={ACCOUNT}
      network="eip155:1"
      onExport={nothing}
      onDone={nothing}
      onLeave={nothing}
    />,
  )
  await expect.element(page.getByText(TEXTS.en.deleteUnknown)).toBeVisible()
})

it('SEC-10, F-48: offers what the wallet has not, one code for several steps, and says where a passkey cannot be used', async () => {
  let held: WaysBack = WAYS
  const startStepUp = vi.fn(async () => ({ how: 'code' as const }))
  const keys = {
    ...WAY_TASKS,
    startStepUp,
    listWaysBack: async () => held,
    addPasskey: vi.fn(async () => {
      held = { ...held, passkeys: [PASSKEY] }
    }),
    setCustody: vi.fn(async () => {
      held = { ...held, custody: 'strict' }
    }),
  }
  const make = vi
    .fn<typeof makePasskey>()
    .mockRejectedValueOnce(new CallError({ message: 'no', code: -32603, reason: 'PASSKEY_UNAVAILABLE' }))
    .mockResolvedValueOnce({ credentialId: '', salt: '', key: {} as CryptoKey })
  draw(<WaysBackScreen keys={keys} email={EMAIL} pick={() => 0} make={make} onLeave={nothing} />)
  // Without a way of one's own the servers' stays.
  await expect.element(page.getByText(TEXTS.en.serversOn)).toBeVisible()
  await expect.element(page.getByRole('button', { name: TEXTS.en.turnOff })).not.toBeInTheDocument()
  await page.getByRole('button', { name: TEXTS.en.passkeyAdd }).click()
  await page.getByLabelText(TEXTS.en.codeLabel).fill('123456')
  await page.getByRole('button', { name: TEXTS.en.next }).click()
  await page.getByRole('button', { name: TEXTS.en.passkeyAdd }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.passkeyFailed)
  await page.getByRole('button', { name: TEXTS.en.passkeyAdd }).click()
  await page.getByRole('button', { name: TEXTS.en.turnOff }).click()
  await page.getByRole('button', { name: TEXTS.en.turnOff }).click()
  await expect.element(page.getByText(TEXTS.en.serversOff)).toBeVisible()
  expect(keys.setCustody).toHaveBeenCalledExactlyOnceWith('strict', 'passkey')
  expect(startStepUp).toHaveBeenCalledOnce()
  // The only way back is not taken away.
  await expect.element(page.getByRole('button', { name: TEXTS.en.devicesRemove })).not.toBeInTheDocument()
})

it('SEC-10, F-48: where a project is strict from the start, its first way back is a passkey, or a file whose word was typed', async () => {
  const onDone = vi.fn()
  const keys = {
    draftBackup: async () => ({ file: '{}', phrase: PHRASE }),
    createStrict: vi.fn<(passkey?: object) => Promise<void>>(async () => {}),
  }
  const passkey = { credentialId: 'a', salt: 'b', key: {} as CryptoKey }
  const make = vi
    .fn<typeof makePasskey>()
    .mockRejectedValueOnce(new CallError({ message: 'no', code: -32603, reason: 'PASSKEY_UNAVAILABLE' }))
    .mockResolvedValueOnce(passkey)
  const screen = (
    <FirstWayScreen keys={keys} email={EMAIL} pick={() => 2} make={make} onDone={onDone} onLeave={nothing} />
  )
  draw(screen)
  await page.getByRole('button', { name: TEXTS.en.passkeyAdd }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.passkeyFailed)
  expect(keys.createStrict).not.toHaveBeenCalled()
  await page.getByRole('button', { name: TEXTS.en.passkeyAdd }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(keys.createStrict).toHaveBeenCalledExactlyOnceWith(passkey)

  document.body.replaceChildren()
  draw(screen)
  await page.getByRole('button', { name: TEXTS.en.make }).click()
  await page.getByRole('button', { name: TEXTS.en.backupDownload }).click()
  await page.getByLabelText('Type word 3').fill('three')
  expect(keys.createStrict).toHaveBeenCalledOnce()
  await page.getByRole('button', { name: TEXTS.en.done }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(2))
  expect(keys.createStrict).toHaveBeenLastCalledWith()
})

it('SEC-14: opens a file with its words, and says what is wrong with it', async () => {
  const onDone = vi.fn()
  const recoverByFile = vi.fn(async (_file: string, phrase: string) => {
    if (phrase !== PHRASE) throw new CallError({ message: 'no', code: -32603, reason: 'BACKUP_PHRASE_WRONG' })
  })
  const keys = { ...BRING_TASKS, recoverByFile }
  draw(<BringBackScreen keys={keys} passkeys={[]} onDone={onDone} onLeave={nothing} />)
  await expect.element(page.getByRole('button', { name: TEXTS.en.passkeyUse })).not.toBeInTheDocument()
  await userEvent.upload(page.getByLabelText(TEXTS.en.file), new File(['{}'], 'latchkey-backup.json'))
  await expect.element(page.getByRole('button', { name: 'latchkey-backup.json' })).toBeVisible()
  const field = page.getByLabelText(TEXTS.en.backupWords)
  await field.fill('one')
  await page.getByRole('button', { name: TEXTS.en.fileOpen }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(TEXTS.en.recoverWrong)
  await field.fill(PHRASE)
  await page.getByRole('button', { name: TEXTS.en.fileOpen }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(recoverByFile).toHaveBeenLastCalledWith('{}', PHRASE)
})

it('SEC-78, SEC-80: says what happened, and freezes after a second press', async () => {
  const onLeave = vi.fn()
  const keys = { readAudit: async () => ENTRIES, freeze: vi.fn(async () => {}) }
  draw(<ActivityScreen keys={keys} onLeave={onLeave} />)
  await expect.element(page.getByText(TEXTS.en.didSignature)).toBeVisible()
  // One that these words do not know is said as it is called.
  await expect.element(page.getByText('somethingNew')).toBeVisible()
  await page.getByRole('button', { name: TEXTS.en.freeze }).click()
  expect(keys.freeze).not.toHaveBeenCalled()
  await page.getByRole('button', { name: TEXTS.en.freeze }).click()
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
})

it('SEC-53: lists what sites may do without asking, and ends it after its fee was shown and a second press', async () => {
  let list = PERMISSIONS
  const keys = {
    ...PERMISSION_TASKS,
    listPermissions: async () => list,
    carryOut: vi.fn(async (id: string) => {
      list = list.filter(({ hash }) => hash !== id)
    }),
    drop: vi.fn(async () => {}),
  }
  draw(<PermissionsScreen keys={keys} onLeave={nothing} />)
  await expect.element(page.getByText('shop.example')).toBeVisible()
  await expect.element(page.getByText(/^25 \/ 1 day of 0xc1c1c1…c1c1c1, until Nov 4, 2026$/)).toBeVisible()
  const end = page.getByRole('button', { name: TEXTS.en.permissionsEnd })
  await end.first().click()
  await expect.element(page.getByText('Network fee, at most: 0.001 ETH')).toBeVisible()
  await page.getByRole('button', { name: TEXTS.en.cancel }).click()
  expect([keys.drop.mock.calls.length, keys.carryOut.mock.calls.length]).toEqual([1, 0])
  await end.first().click()
  await end.click()
  await vi.waitFor(() => expect(keys.carryOut).toHaveBeenCalledExactlyOnceWith(PERMISSIONS[0]?.hash))
  await expect.element(page.getByText('shop.example')).not.toBeInTheDocument()
  await end.first().click()
  keys.carryOut.mockRejectedValueOnce(new CallError({ message: 'no', code: -32603, reason: 'NODE_REFUSED' }))
  await end.click()
  await expect.element(page.getByText(TEXTS.en.failed)).toBeVisible()
  await end.click()
  await expect.element(page.getByText(TEXTS.en.permissionsNone)).toBeVisible()
})

it('SEC-65: types the vault’s codes one after the other', async () => {
  const onDone = vi.fn()
  const wanted: WantedCode[] = [{ sender: 'vault', address: 'new' }, { sender: 'done' }]
  const keys = { ...WAY_TASKS, typeEmailCode: async () => wanted.shift() ?? { sender: 'done' as const } }
  draw(<VaultCodesScreen keys={keys} onDone={onDone} onLeave={nothing} />)
  for (const text of [TEXTS.en.emailOld, TEXTS.en.emailNew]) {
    await expect.element(page.getByText(text)).toBeVisible()
    await page.getByLabelText(TEXTS.en.codeLabel).fill('123456')
    await page.getByRole('button', { name: TEXTS.en.next }).click()
  }
  await expect.element(page.getByText(TEXTS.en.emailDone)).toBeVisible()
  await page.getByRole('button', { name: TEXTS.en.done }).click()
  expect(onDone).toHaveBeenCalledOnce()
})

// A test each: all of them in one take longer than a test may on a busy machine.
it.each(Object.entries(SCREENS))(
  'the screen for %s holds to the rules of WCAG, loses no text to a browser that translates, and fits 320 px in every language and direction, no word cut',
  async (_, screen) => {
    await page.viewport(320, 640)
    for (const language of LANGUAGES) {
      const { element } = draw(screen, language)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(element.scrollWidth, language).toBeLessThanOrEqual(320)
      expect(listLooseTexts(element.shadowRoot as ShadowRoot)).toEqual([])
      expect(listCutWords(element.shadowRoot as ShadowRoot), language).toEqual([])
      if (language === 'en' || language === 'ar') {
        const { violations } = await axe.run(element, { rules: { region: { enabled: false } } })
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
      document.body.replaceChildren()
    }
  },
)

it('has every text in every language, with its places', () => {
  // Languages put them in an order of their own.
  const places = (text: string) => (text.match(/\{\w+\}/gu) ?? []).sort()
  for (const language of LANGUAGES)
    for (const [key, text] of Object.entries(TEXTS[language]))
      expect([text.trim() === '', places(text)], `${language} ${key}`).toEqual([
        false,
        places(TEXTS.en[key as keyof typeof TEXTS.en]),
      ])
})
