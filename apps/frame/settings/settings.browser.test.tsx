import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '../channel/CallError.ts'
import { LANGUAGES } from '../page/languages.ts'
import { openScreens } from '../page/openScreens.tsx'
import type { DeviceEntry } from '../worker/keyTasks.ts'
import { BackupScreen } from './BackupScreen.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'
import { TEXTS } from './texts.ts'

const EMAIL = 'ada@shop.example'
const PHRASE = 'one two three four five six seven eight'
const WORDS = Array.from({ length: 24 }, (_, index) => `word${index}`).join(' ')
const nothing = () => {}

const draw = (screen: ReactNode, language = 'en') => {
  const screens = openScreens([language])
  screens.draw(screen)
  return screens
}
afterEach(() => {
  document.body.replaceChildren()
})

const devices = (...others: string[]): DeviceEntry[] => [
  {
    thumbprint: 'a',
    host: 'https://shop.example',
    device: 'Chrome on Linux',
    createdAt: 0,
    hasShare: true,
    isThis: true,
  },
  ...others.map((thumbprint) => ({
    thumbprint,
    host: 'https://shop.example',
    device: `Safari on iPhone ${thumbprint}`,
    createdAt: 0,
    hasShare: true,
    isThis: false,
  })),
]

it('SEC-77: asks for a fresh code, says why one does not do, and goes on with the right one', async () => {
  const onDone = vi.fn()
  const keys = {
    startStepUp: vi.fn(async () => {}),
    finishStepUp: vi.fn(async (code: string) => {
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

it('SEC-15: words stand behind a press, and go when the page is left', async () => {
  draw(<ExportScreen keys={{ exportWords: async () => WORDS }} onLeave={nothing} />)
  const words = page.getByRole('list')
  await expect.element(words).not.toBeInTheDocument()
  await page.getByRole('button', { name: TEXTS.en.exportShow }).click()
  await expect.element(words).toHaveTextContent('24 word23')
  window.dispatchEvent(new Event('blur'))
  await expect.element(words).not.toBeInTheDocument()
})

it('SEC-14: a backup counts once its file was taken and a word typed from where it was written down', async () => {
  const onDone = vi.fn()
  const save = vi.fn()
  const keys = { makeBackup: async () => ({ file: '{}', phrase: PHRASE }) }
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
  expect(onDone).toHaveBeenCalledOnce()
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
    startStepUp: async () => {},
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

const SCREENS: Readonly<Record<string, ReactNode>> = {
  code: (
    <CodeScreen
      keys={{ startStepUp: async () => {}, finishStepUp: async () => {} }}
      reason="export"
      email={`${'a'.repeat(60)}@shop.example`}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  export: <ExportScreen keys={{ exportWords: async () => WORDS }} onLeave={nothing} />,
  backup: (
    <BackupScreen
      keys={{ makeBackup: async () => ({ file: '', phrase: PHRASE }) }}
      pick={() => 0}
      onDone={nothing}
      onLeave={nothing}
    />
  ),
  devices: (
    <DevicesScreen
      keys={{
        listDevices: async () => devices('b'),
        revokeDevice: async () => {},
        startStepUp: async () => {},
        finishStepUp: async () => {},
      }}
      email={EMAIL}
      onLeave={nothing}
    />
  ),
}

it('every screen holds to the rules of WCAG, and fits 320 px in every language and direction', async () => {
  await page.viewport(320, 640)
  for (const screen of Object.values(SCREENS))
    for (const language of LANGUAGES) {
      const { element } = draw(screen, language)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(element.scrollWidth, language).toBeLessThanOrEqual(320)
      if (language === 'en' || language === 'ar') {
        const { violations } = await axe.run(element, { rules: { region: { enabled: false } } })
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
      document.body.replaceChildren()
    }
})

it('has every text in every language, with its places', () => {
  const places = (text: string) => text.match(/\{\w+\}/gu) ?? []
  for (const language of LANGUAGES)
    for (const [key, text] of Object.entries(TEXTS[language]))
      expect([text.trim() === '', places(text)], `${language} ${key}`).toEqual([
        false,
        places(TEXTS.en[key as keyof typeof TEXTS.en]),
      ])
})
