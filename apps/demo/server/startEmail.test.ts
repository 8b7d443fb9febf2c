import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'
import { placeEmptyDatabase } from '@latchkey/testing/emptyDatabase.ts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPort } from './listen.ts'
import { type DemoEmail, startEmail } from './startEmail.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-email-'))
const stops: (() => Promise<unknown>)[] = []
let email: DemoEmail
let gateway = ''
let smtp = 0

/** Programs find no names below `localhost`: the same server, by its number. */
const toLoopback = (url: string): string => url.replace(/\/\/[\w.-]+:/, '//127.0.0.1:')

beforeAll(async () => {
  const gatewayPort = await findPort(0)
  gateway = `http://127.0.0.1:${gatewayPort}`
  const project = { id: 'hollowpine', name: 'Hollowpine' }
  const dataDir = join(folder, 'data')
  const started = await startEmail({
    ports: { frame: 0, vault: 0, mailbox: 0, identity: 0 },
    sitePort: 4_500,
    gatewayUrl: gateway,
    project,
    origins: [],
    dataDir,
    onStart: (stop) => void stops.push(stop),
  })
  if (!started) throw new Error('LevelDB does not run here.')
  email = started.email
  smtp = started.login.mail.port
  await placeEmptyDatabase(dataDir)
  const config = parseConfig({
    port: gatewayPort,
    publicUrl: gateway,
    dataDir,
    logLevel: 'silent',
    projects: [{ ...project, origins: [...email.shops] }],
    login: started.login,
  })
  const running = await startGateway({ config })
  stops.push(() => running.close())
  writeFileSync(join(folder, 'index.html'), '<title>Frame</title>')
  await started.serveFrame(folder)
})

afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  rmSync(folder, { recursive: true, force: true })
})

test('the frame may be embedded by both shops and by nobody else, and calls both servers of a wallet', async () => {
  const answer = await fetch(toLoopback(`${email.frame}/v1/frame?projectId=hollowpine`))
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${email.shops.join(' ')}`)
  expect(policy).toContain(`connect-src 'self' ${gateway} ${email.vault}`)
  const stranger = await fetch(toLoopback(`${email.frame}/v1/frame?projectId=other`))
  expect(stranger.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('gateway and vault run, each with keys of its own', async () => {
  const keysOf = async (url: string): Promise<{ party: string; fingerprints: readonly string[] }> =>
    (await fetch(`${toLoopback(url)}/v1/custody/keys`)).json() as never
  const [one, other] = [await keysOf(gateway), await keysOf(email.vault)]
  expect([one.party, other.party]).toEqual(['gateway', 'vault'])
  expect(one.fingerprints.filter((mark) => other.fingerprints.includes(mark))).toEqual([])
})

test('one service is offered to log in by, and it is the one of this demo', async () => {
  const answer = await fetch(`${gateway}/v1/socials?projectId=hollowpine`, { headers: { origin: email.shops[0] } })
  expect(await answer.json()).toEqual({ providers: [{ id: 'demo', label: 'Demo identity', icon: null }] })
  const { issuer } = (await (await fetch(`${email.identity}/demo/.well-known/openid-configuration`)).json()) as {
    issuer: string
  }
  expect(issuer).toBe(`${email.identity}/demo`)
})

test('mails are read at the mailbox: as a page whose links can be pressed, and as JSON of one address', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: smtp, ignoreTLS: true })
  const link = `${email.vault}/device/abc`
  const write = (to: string): Promise<unknown> =>
    transport.sendMail({ from: 'vault@vault.localhost', to, subject: 'A <b>device</b>', text: `Open\n${link}\n` })
  await write('mira@shop.example')
  await write('bruno@shop.example')
  transport.close()
  const mails = (await (await fetch(`${email.mailbox}/mails?to=mira@shop.example`)).json()) as { text: string }[]
  expect(mails.map(({ text }) => text.trim())).toEqual([`Open\n${link}`])
  expect(await (await fetch(`${email.mailbox}/next?seen=1`)).json()).toBe(2)
  const page = await (await fetch(email.mailbox)).text()
  expect(page).toContain(`<a href="${link}" target="_blank" rel="noopener noreferrer">`)
  expect(page).toContain('A &#60;b&#62;device')
  expect(page.indexOf('bruno@')).toBeLessThan(page.indexOf('mira@'))
})
