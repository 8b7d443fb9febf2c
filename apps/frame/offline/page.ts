/**
 * The page that opens a backup file without any server: one HTML file that anybody can keep beside their backup (SEC-14). It asks for a
 * file and its words, shows the accounts, and on a press the 24 words or a private key, which are hidden again after a minute, or when
 * the page is left (SEC-15).
 */
import { base58 } from '@scure/base'
import { openBackupFile } from '../keys/backupFile.ts'
import { type Bytes, wipe } from '../keys/bytes.ts'
import { deriveAddresses, derivePrivateKeys, wordsOf } from '../keys/derive.ts'
import { KeyError } from '../keys/KeyError.ts'
import { solanaSecretOf } from './solanaSecret.ts'
import { chooseLanguage, TEXTS, type Texts } from './texts.ts'

/** How long a secret stands (ms). Source: SEC-15. */
const SHOWN_MS = 60_000

const find = <Part extends HTMLElement>(id: string): Part => {
  const part = document.getElementById(id)
  if (!part) throw new Error(`the page has no #${id}`)
  return part as Part
}

const language = chooseLanguage(navigator.languages)
const texts = TEXTS[language] as Texts
document.documentElement.lang = language
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
document.title = texts.title
for (const part of document.querySelectorAll<HTMLElement>('[data-text]'))
  part.textContent = texts[part.dataset.text as keyof Texts]

const form = find<HTMLFormElement>('form')
const file = find<HTMLInputElement>('file')
const phrase = find<HTMLTextAreaElement>('phrase')
const open = find<HTMLButtonElement>('open')
const said = find('said')
const opened = find('opened')

const say = (text: string, kind: 'done' | 'failed' | 'going') => {
  said.dataset.kind = kind
  said.textContent = text
}

let entropy: Bytes | undefined
const hiders: (() => void)[] = []
const hideAll = () => {
  for (const hide of hiders) hide()
}

/** What may be shown, and how it is read from the entropy. */
const SECRETS: readonly { readonly name: 'words' | 'evmKey' | 'solanaKey'; readonly read: (from: Bytes) => string }[] =
  [
    { name: 'words', read: wordsOf },
    {
      name: 'evmKey',
      read: (from) => {
        const keys = derivePrivateKeys(from)
        try {
          return `0x${Array.from(keys.eip155, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
        } finally {
          wipe(keys.eip155, keys.solana)
        }
      },
    },
    {
      name: 'solanaKey',
      read: (from) => {
        const keys = derivePrivateKeys(from)
        const secret = solanaSecretOf(keys.solana)
        try {
          return base58.encode(secret)
        } finally {
          wipe(keys.eip155, keys.solana, secret)
        }
      },
    },
  ]

for (const { name, read } of SECRETS) {
  const button = document.createElement('button')
  button.type = 'button'
  const shown = document.createElement('output')
  shown.hidden = true
  shown.dir = 'ltr'
  shown.id = `secret-${name}`
  button.setAttribute('aria-controls', shown.id)
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    shown.hidden = true
    shown.textContent = ''
    button.textContent = texts.show.replace('{what}', texts[name])
    button.setAttribute('aria-expanded', 'false')
  }
  button.addEventListener('click', () => {
    if (!shown.hidden || !entropy) return hide()
    hideAll()
    shown.textContent = read(entropy)
    shown.hidden = false
    button.textContent = texts.hide
    button.setAttribute('aria-expanded', 'true')
    timer = setTimeout(hide, SHOWN_MS)
  })
  hiders.push(hide)
  hide()
  find('secrets').append(button, shown)
}

const forget = () => {
  hideAll()
  if (entropy) wipe(entropy)
  entropy = undefined
  opened.hidden = true
  form.reset()
}

const FAILURES: Readonly<Record<string, keyof Texts>> = {
  BACKUP_PHRASE_WRONG: 'phraseWrong',
  BACKUP_FILE_UNKNOWN: 'fileUnknown',
  BACKUP_FILE_DAMAGED: 'fileDamaged',
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const chosen = file.files?.[0]
  if (!chosen) {
    say(texts.fileMissing, 'failed')
    file.focus()
    return
  }
  open.disabled = true
  hideAll()
  opened.hidden = true
  const tell = (share: number) => say(texts.opening.replace('{percent}', String(Math.floor(share * 100))), 'going')
  tell(0)
  try {
    entropy = await openBackupFile(await chosen.text(), phrase.value, tell)
    const addresses = deriveAddresses(entropy)
    find('eip155').textContent = addresses.eip155
    find('solana').textContent = addresses.solana
    phrase.value = ''
    opened.hidden = false
    say('', 'done')
    find('accounts').focus()
  } catch (error) {
    // What was typed stays, so that one wrong word can be mended.
    say(texts[FAILURES[error instanceof KeyError ? error.code : ''] ?? 'fileUnknown'], 'failed')
    phrase.focus()
  } finally {
    open.disabled = false
  }
})

find('forget').addEventListener('click', () => {
  forget()
  say(texts.forgotten, 'done')
  file.focus()
})
for (const event of ['blur', 'pagehide'] as const) window.addEventListener(event, hideAll)
document.addEventListener('visibilitychange', () => document.hidden && hideAll())
