import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { createPost } from './createPost.ts'
import { createSmtp } from './createSmtp.ts'
import { describeDevice } from './describeDevice.ts'
import type { SendMail } from './mail.ts'
import { codeMail, deviceMail, noticeMail, stepUpMail } from './texts.ts'

const FACTS = {
  projectName: 'Hollowpine',
  language: 'en' as const,
  host: 'https://shop.example',
  device: 'Firefox · Linux',
  at: Date.UTC(2026, 2, 1, 12, 30),
}

let mailbox: Mailbox
let sender: SendMail

beforeAll(async () => {
  mailbox = await startMailbox()
  sender = createSmtp({
    host: '127.0.0.1',
    port: mailbox.port,
    implicitTls: false,
    allowClear: true,
    user: undefined,
    password: undefined,
    from: { name: 'Latchkey', address: 'wallet@gate.example' },
  })
})
afterAll(async () => {
  sender.close()
  await mailbox.close()
})

test('SEC-62: the mail with a code says the project, the site, the device, the time and the code in groups of three', async () => {
  await sender.send({ to: 'ada@shop.example', ...codeMail(FACTS, { code: '012345', minutes: 10 }) })
  const [mail] = await mailbox.waitFor('ada@shop.example')
  expect(mail).toMatchObject({
    to: ['ada@shop.example'],
    from: 'wallet@gate.example',
    subject: 'Your code for Hollowpine',
    isMore: false,
  })
  for (const part of [
    'Your code for Hollowpine is',
    '012 345',
    '10 minutes',
    'Never share it.',
    'Site: https://shop.example',
    'Device: Firefox · Linux',
    'Time: 2026-03-01 12:30 UTC',
  ]) {
    expect(mail?.text).toContain(part)
  }
  expect(mail?.headers).toContainEqual({ key: 'auto-submitted', value: 'auto-generated' })
  expect(mail?.headers).toContainEqual({ key: 'content-language', value: 'en' })
})

test('a mail is in the language of whoever asked, with the code and the link on lines of their own', () => {
  const german = codeMail({ ...FACTS, language: 'de' }, { code: '012345', minutes: 10 })
  expect(german.subject).toBe('Ihr Code für Hollowpine')
  expect(german.text).toContain('\n\n012 345\n\nEr gilt 10 Minuten')
  expect(german.text).toContain('\nGerät: Firefox · Linux\nZeit: 2026-03-01 12:30 UTC\n')
  const step = stepUpMail({ ...FACTS, language: 'ja' }, { code: '123456', minutes: 10, reason: 'thaw' })
  expect(step.subject).toBe('コード: ウォレットの凍結を解除する')
  const link = 'https://vault.example/device/abc'
  expect(deviceMail({ ...FACTS, language: 'ar' }, { link, minutes: 15 }).text).toContain(`\n\n${link}\n\n`)
})

test('SEC-62: whatever stands in a name, a mail is one plain text for one person with the lines that we wrote', async () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '\u2028',
      '\u202e',
      '\u0000',
      '<b>',
      'Bcc: eve@shop.example',
      ': ',
      'é',
      'x',
      ' ',
    ),
    maxLength: 8,
  })
  let sent = 0
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (projectName, device) => {
      const to = `fuzz${++sent}@shop.example`
      const text = codeMail({ ...FACTS, projectName, device }, { code: '123456', minutes: 10 })
      expect(text.text.split('\n')).toHaveLength(
        codeMail(FACTS, { code: '123456', minutes: 10 }).text.split('\n').length,
      )
      await sender.send({ to, ...text })
      const [mail] = await mailbox.waitFor(to)
      expect(mail?.to).toEqual([to])
      expect(mail?.isMore).toBe(false)
      expect(mail?.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'cc')).toEqual([])
      expect(mail?.text).toContain('123 456')
    }),
    { numRuns: 25 },
  )
})

test.each([
  'ada@shop.example, eve@shop.example',
  'ada@shop.example\r\nBcc: eve@shop.example',
  'Ada <ada@shop.example>',
])('SEC-61: %j is handed to no mail server', async (to) => {
  const before = mailbox.mails.length
  await expect(sender.send({ to, language: 'en', subject: 'x', text: 'x' })).rejects.toThrow('one address')
  expect(mailbox.mails.length).toBe(before)
})

test('SEC-62: what a browser says about itself is never repeated', () => {
  const say = (agent: string) => describeDevice(agent)
  expect(say('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox · Linux')
  expect(say('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1')).toBe(
    'Safari · iOS',
  )
  expect(say('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0')).toBe(
    'Edge · Windows',
  )
  expect(say('your account is closed, call 555 Windows')).toBe('Windows')
  expect(describeDevice(undefined)).toBe('?')
})

test('SEC-79: a notice says what happened and has a link that freezes; a link and a step-up say that they do nothing by themselves', () => {
  const notice = noticeMail(FACTS, { what: 'recovery', link: 'https://gate.example/v1/login/not-me/abc' })
  expect(notice.subject).toBe('Your wallet was recovered on a new device (Hollowpine)')
  expect(notice.text).toContain('freeze the wallet at once: https://gate.example/v1/login/not-me/abc')
  expect(deviceMail(FACTS, { link: 'https://vault.example/device/abc', minutes: 15 }).text).toContain(
    '\n\nhttps://vault.example/device/abc\n\n',
  )
  expect(stepUpMail(FACTS, { code: '123456', minutes: 10, reason: 'export' }).subject).toBe(
    'Your code to show the recovery words of your wallet',
  )
})

test('a mail that no server takes is tried three times and given up, and the log does not say whose it was', async () => {
  const lines: string[] = []
  const note = (facts: object, text: string) => void lines.push(JSON.stringify({ ...facts, text }))
  const log = { info: note, warn: note, error: note }
  const post = createPost({ sender, log, retriesMs: [1, 1] })
  post.post({ to: 'nobody@refuse.test', language: 'en', subject: 'x', text: 'x' }, 'code')
  post.post({ to: 'grace@shop.example', language: 'en', subject: 'x', text: 'x' }, 'code')
  await post.settled()
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'mailNotSent', kind: 'code', isLast: false, smtp: 'EENVELOPE 550' },
    { event: 'mailNotSent', isLast: false },
    { event: 'mailNotSent', isLast: true },
  ])
  expect(lines.join()).not.toContain('nobody')
  expect(mailbox.mails.filter(({ to }) => to.includes('grace@shop.example'))).toHaveLength(1)
})

test('SEC-63: the mailbox of development does not start in production', async () => {
  await expect(startMailbox({ mode: 'production' })).rejects.toThrow('does not start in production')
})
