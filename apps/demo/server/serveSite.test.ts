import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { serveSite } from './serveSite.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
const settings = { name: '</script><script>alert(1)</script>' }
const server = createServer(
  serveSite(folder, settings, { connect: ['http://127.0.0.1:1'], images: ['http://127.0.0.1:2'] }),
)
let site = ''

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<script type="application/json">"HOLLOWPINE_SETTINGS"</script><script nonce="HOLLOWPINE_NONCE"></script>',
  )
  site = `http://127.0.0.1:${await listen(server, 0)}`
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

function readNonce(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
}

test('SEC-100: every page comes with a fresh nonce, Trusted Types, and nothing inline or foreign allowed', async () => {
  const [first, second] = [await fetch(`${site}/`), await fetch(`${site}/`)]
  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(await first.text()).toContain(`nonce="${readNonce(policy)}"`)
  expect(readNonce(policy)).not.toBe(readNonce(second.headers.get('content-security-policy')))
})

test('SEC-101: a page may call and show what it needs and nothing more', async () => {
  const policy = (await fetch(`${site}/`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:1;")
  expect(policy).toContain("img-src 'self' data: http://127.0.0.1:2;")
})

test('SEC-104: settings cannot end their block of JSON early', async () => {
  const page = await (await fetch(`${site}/`)).text()
  const block = /json">(.*?)<\/script>/.exec(page)?.[1] ?? ''
  expect(JSON.parse(block)).toEqual(settings)
})

test('paths that leave the folder are not found', async () => {
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(site)
    request({ host: '127.0.0.1', port, path: '/..%2f..%2f..%2fetc/hostname' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(404)
})

test('a busy port gives way to the next free one', async () => {
  const other = createServer()
  const busy = Number(new URL(site).port)
  const taken = await listen(other, busy)
  expect(taken).toBeGreaterThan(busy)
  await new Promise((resolve) => other.close(resolve))
})
