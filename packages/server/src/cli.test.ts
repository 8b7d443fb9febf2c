import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '../../testing/src/bundleProgram.ts'
import { placeEmptyDatabase } from '../../testing/src/emptyDatabase.ts'
import { findPostgres, startPostgres } from '../../testing/src/postgres.ts'
import manifest from '../package.json' with { type: 'json' }
import { runCli } from './cli.ts'

const running = new Set<ChildProcess>()
let folder: string
let main: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  main = await bundleProgram(join(import.meta.dirname, 'main.ts'), folder)
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Run = {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
  /** Resolves with the first match on standard error. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
}

function start(args: readonly string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  running.add(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (piece) => {
    out += piece
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, out, err })
    })
  })
  return {
    child,
    ended,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        child.stderr.on('data', () => {
          const match = pattern.exec(err)
          if (match !== null) resolve(match)
        })
        ended.then(() => reject(new Error(`ended before ${pattern}: ${err}`)))
      }),
    ...listen(),
  }
  function listen() {
    child.stderr.prependListener('data', (piece) => {
      err += piece
    })
    return {}
  }
}

/** Runs a command in this process: what a program of its own would print and exit with. */
async function run(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await runCli({
    argv: args,
    environment,
    version: '0.0.0',
    print: (text) => {
      out += text
    },
    printError: (text) => {
      err += text
    },
    stopAsked: new Promise(() => undefined),
    now: () => 0,
  })
  return { code, out, err }
}

function write(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('help and version are told by the program, without a configuration', async () => {
  const [help, version] = await Promise.all([start(['--help']).ended, start(['--version']).ended])
  expect([help.code, help.err]).toEqual([0, ''])
  for (const word of ['check', 'project add', '--config', '--port', 'DATABASE_URL']) expect(help.out).toContain(word)
  expect(version).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
}, 60_000)

test('the relay alone goes by its own name, in help and in what it refuses', async () => {
  const say = async (argv: readonly string[]) => {
    let said = ''
    const take = (text: string) => {
      said += text
    }
    const code = await runCli({
      program: 'relay',
      argv,
      environment: {},
      version: '0.0.0',
      print: take,
      printError: take,
      stopAsked: new Promise(() => undefined),
      now: () => 0,
    })
    return [code, said]
  }
  const [code, help] = await say(['--help'])
  expect([code, help]).toEqual([0, expect.stringMatching(/^latchkey-relay: /)])
  expect(help).not.toContain('latchkey-gateway')
  expect(await say(['serv'])).toEqual([1, 'USAGE_INVALID: There is no command "serv". See latchkey-relay --help.\n'])
})

test('the program itself refuses a bad configuration with exit code 1', async () => {
  const { code, out, err } = await start(['--config', write('worse.json', { prots: 1 })]).ended
  expect([code, out, err]).toEqual([
    1,
    '',
    'CONFIG_INVALID: The configuration cannot be used:\n  prots: there is no such key\n',
  ])
}, 60_000)

test('check says what is wrong, key by key, and exits with 1', async () => {
  const file = write('bad.json', { port: 'x', projcts: [], metrics: { token: 7 } })
  expect(await run(['check', '--config', file])).toEqual({
    code: 1,
    out: '',
    err: [
      'CONFIG_INVALID: The configuration cannot be used:',
      '  port: found "x", must be a number',
      '  metrics.token: found 7, must be a text',
      '  projcts: there is no such key',
      '',
    ].join('\n'),
  })
})

test('check names the overlay file that cannot be used', async () => {
  write('overlay.json', { wallets: 'none' })
  const { code, err } = await run([
    'check',
    '--config',
    write('overlaid.json', { directory: { overlay: 'overlay.json' } }),
  ])
  expect([code, err]).toEqual([1, expect.stringContaining(`directory.overlay (${join(folder, 'overlay.json')}): `)])
})

test('check says that a good configuration is fine', async () => {
  const file = write('good.json', { projects: [{ id: 'shop', name: 'Shop', origins: ['https://shop.example'] }] })
  expect(await run(['check', '--config', file])).toEqual({
    code: 0,
    out: 'The configuration is fine: 0 chains, 1 project.\n',
    err: '',
  })
})

test.each<[string, readonly string[], string]>([
  ['a file that is not there', ['check', '--config', 'nowhere.json'], 'There is no configuration file nowhere.json.\n'],
  ['an unknown option', ['--prot', '1'], "Unknown option '--prot'. See latchkey-gateway --help.\n"],
  ['an unknown command', ['serv'], 'There is no command "serv". See latchkey-gateway --help.\n'],
  ['a port that is none', ['--port', '70000'], '--port: found "70000", must be a number from 0 to 65535.\n'],
  ['a project without a name', ['project', 'add', '--data', 'd-none'], 'project add needs --name <name>.\n'],
])('%s is told in one sentence, with exit code 1', async (_name, args, sentence) => {
  expect(await run(args)).toEqual({ code: 1, out: '', err: `USAGE_INVALID: ${sentence}` })
})

test('a configuration that is no JSON is told with its file', async () => {
  const { code, err } = await run(['check', '--config', write('broken.json', '{ "port": ')])
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^CONFIG_INVALID: The configuration cannot be used:\n {2}.*broken\.json is not JSON: /),
  ])
})

test('SEC-80: the operator freezes a project at the vault by a command, and ends it by another', async () => {
  const origin = (name: string) => `https://${name}.example`
  const file = join(folder, 'vault.json')
  const config = {
    publicUrl: origin('vault'),
    dataDir: join(folder, 'frozen-vault'),
    frameOrigin: origin('wallet'),
    gateway: { origin: origin('gate') },
    projects: [{ id: 'shop', name: 'Shop', hosts: [origin('shop')] }],
    keys: { kind: 'development' },
    mail: { host: '127.0.0.1', port: 25, from: { name: 'Vault', address: 'vault@vault.example' } },
  }
  writeFileSync(file, JSON.stringify(config))
  const say = async (...argv: string[]): Promise<string> => {
    let said = ''
    const take = (text: string) => {
      said += text
    }
    await runCli({
      program: 'vault',
      argv: [...argv, '--config', file],
      environment: {},
      version: '0.0.0',
      print: take,
      printError: take,
      stopAsked: new Promise(() => undefined),
      now: () => 0,
    })
    return said
  }
  expect(await say('freeze')).toMatch(/^USAGE_INVALID: freeze takes: --project <id>/)
  expect(await say('freeze', '--project', 'shop')).toBe('Project shop is frozen.\n')
  expect(await say('freeze', '--project', 'shop')).toBe('Project shop is already frozen.\n')
  expect(await say('freeze', '--project', 'shop', '--email', 'ada@shop.example')).toMatch(/^USAGE_INVALID: Nobody/)
  expect(await say('thaw', '--project', 'shop')).toBe('Project shop is not frozen by you.\n')
  expect(await say('freeze', '--project', 'shop', '--port', '1')).toMatch(/^USAGE_INVALID/)
})

/** A frame of as few files as there can be. */
function placeFrame(): string {
  const built = mkdtempSync(join(folder, 'frame-'))
  for (const name of ['index.html', 'manifest.json']) writeFileSync(join(built, name), '{}')
  return built
}

test('SEC-20: the frame is served by the configuration of the gateway, none of whose secrets has to be where it runs', async () => {
  const origin = (name: string) => `https://${name}.example`
  const written = {
    publicUrl: origin('api'),
    projects: [{ id: 'shop', name: 'Shop', origins: [origin('shop')] }],
    chains: [
      {
        id: 'eip155:5',
        name: 'Slope',
        rpc: ['env:LATCHKEY_NODE'],
        nativeCurrency: { name: 'Snow', symbol: 'SNOW', decimals: 18 },
      },
    ],
    metrics: { token: 'env:LATCHKEY_METRICS' },
    login: {
      frameOrigin: origin('wallet'),
      vault: { origin: origin('vault') },
      keys: { kind: 'environment', keys: 'env:LATCHKEY_GATEWAY_KEYS' },
      mail: {
        host: 'mail.example',
        password: 'env:LATCHKEY_MAIL',
        from: { name: 'Shop', address: 'codes@wallet.example' },
      },
    },
  }
  const served = start(['frame', '--folder', placeFrame(), '--port', '0', '--config', write('frame.json', written)])
  const [, url = ''] = await served.waitFor(/served on (\S+)/)
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
    gateway: origin('api'),
    vault: origin('vault'),
    networks: [{ id: 'eip155:5', name: 'Slope', symbol: 'SNOW', decimals: 18 }],
  })
  const page = await fetch(`${url}/v1/frame?projectId=shop`)
  expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin('shop')}`)
  served.child.kill('SIGTERM')
  expect(await served.ended).toMatchObject({ code: 0 })
})

test('what the frame reads and lacks is told at once, a variable that is not set by its name', async () => {
  const written = { publicUrl: 'env:LATCHKEY_URL', projects: [{ id: 'shop', origins: ['https://shop.example/'] }] }
  const { code, err } = await run(['frame', '--folder', placeFrame(), '--config', write('half.json', written)])
  expect([code, err]).toEqual([
    1,
    `CONFIG_INVALID: The configuration cannot be used:
  publicUrl: the environment variable LATCHKEY_URL is not set
  projects[0].origins[0]: found "https://shop.example/", must be an exact origin such as https://shop.example or http://localhost:5173, no path, no wildcard
  login: is missing
`,
  ])
})

test('a gateway without logins has nothing to freeze, and what belongs to freezing belongs to nothing else', async () => {
  expect(await run(['freeze', '--project', 'shop'])).toMatchObject({
    code: 1,
    err: 'USAGE_INVALID: This gateway has no wallets: its configuration has no login.\n',
  })
  expect((await run(['check', '--email', 'ada@shop.example'])).err).toMatch(/^USAGE_INVALID: --project and --email/)
})

test('projects are added, listed and removed', async () => {
  await placeEmptyDatabase(join(folder, 'projects'))
  const data = ['--data', join(folder, 'projects')]
  const added = await run([
    'project',
    'add',
    '--name',
    'My shop',
    '--origin',
    'https://shop.example',
    '--id',
    'shop',
    ...data,
  ])
  expect(added).toEqual({ code: 0, out: 'shop\n', err: '' })
  expect(await run(['project', 'add', '--name', 'Other', '--id', 'shop', ...data])).toMatchObject({
    code: 1,
    err: 'USAGE_INVALID: The id "shop" is taken.\n',
  })
  expect(await run(['project', 'add', '--name', 'Bad', '--origin', 'https://shop.example/', ...data])).toMatchObject({
    code: 1,
  })
  expect((await run(['project', 'list', ...data])).out).toBe('shop\tMy shop\thttps://shop.example\tdatabase\n')
  expect((await run(['project', 'remove', 'shop', ...data])).out).toBe('Removed shop\n')
  expect(await run(['project', 'remove', 'shop', ...data])).toMatchObject({
    code: 1,
    err: 'USAGE_INVALID: No project of the database has the id "shop".\n',
  })
}, 120_000)

test('it serves until SIGTERM, a second one on its port or its data says so, and it ends with 0', async () => {
  const data = join(folder, 'projects')
  const first = start(['--port', '0', '--data', data])
  const url = (await first.waitFor(/listens on (http:\S+)/))[1] ?? ''
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'OK' })
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect((await fetch(`${url}/metrics`)).status).toBe(200)

  const { port } = new URL(url)
  const sameData = await run(['--port', '0', '--data', data])
  expect([sameData.code, sameData.err]).toEqual([
    1,
    expect.stringMatching(/^STORAGE_IN_USE: The data directory .* is in use by .*\n$/),
  ])
  const samePort = await run(['--port', port, '--data', join(folder, 'never-made')])
  expect(samePort).toEqual({
    code: 1,
    out: '',
    err: `PORT_IN_USE: Port ${port} on 127.0.0.1 is in use. Choose another one with --port.\n`,
  })
  expect(existsSync(join(folder, 'never-made'))).toBe(false)

  first.child.kill('SIGTERM')
  const { code, out } = await first.ended
  expect(code).toBe(0)
  for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
}, 120_000)

test('what this machine cannot give is told with a code and what to change', async () => {
  const data = ['--data', join(folder, 'never-made')]
  expect(await run(['--host', '203.0.113.7', '--port', '0', ...data])).toEqual({
    code: 1,
    out: '',
    err: 'LISTEN_FAILED: Port 0 on 203.0.113.7 cannot be listened on: this machine does not have that address. Choose others with --host and --port.\n',
  })
  const file = write('a-file.json', {})
  const { code, err } = await run(['--port', '0', '--data', file])
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^STORAGE_UNUSABLE: The data directory .* cannot be used: .*--data\.\n$/),
  ])
})

test('SIGINT ends it too, and the environment says where it listens', async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const gateway = start([], {
    LATCHKEY_PORT: String(port),
    LATCHKEY_DATA: join(folder, 'projects'),
    LATCHKEY_LOG_LEVEL: 'silent',
  })
  await gateway.waitFor(new RegExp(`listens on http://127\\.0\\.0\\.1:${port}\\n`))
  gateway.child.kill('SIGINT')
  expect(await gateway.ended).toMatchObject({ code: 0, out: '' })
}, 60_000)

test.skipIf(findPostgres() === null && !process.env.CI)(
  'a gateway that outgrows its folder goes on with a PostgreSQL server, once, by a command',
  async () => {
    const data = join(folder, 'd-outgrown')
    const project = [
      'project',
      'add',
      '--data',
      data,
      '--id',
      'shop',
      '--name',
      'Shop',
      '--origin',
      'https://shop.example',
    ]
    expect(await run(project)).toMatchObject({ code: 0, out: 'shop\n' })
    expect(await run(['import', '--data', data])).toMatchObject({
      code: 1,
      err: 'USAGE_INVALID: import needs the PostgreSQL server to copy to: set DATABASE_URL.\n',
    })
    const server = await startPostgres()
    try {
      const environment = { DATABASE_URL: (await server?.createDatabase()) ?? '' }
      const imported = await run(['import', '--data', data], environment)
      expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('Copied 1 row and 0 waiting messages.') })
      const listed = await run(['project', 'list'], environment)
      expect(listed.out).toBe('shop\tShop\thttps://shop.example\tdatabase\n')
      expect((await run(['import', '--data', data], environment)).err).toMatch(/^STORAGE_NOT_EMPTY: .* in projects/)

      const forgotten = join(folder, 'd-forgotten')
      mkdirSync(join(forgotten, 'pglite'), { recursive: true })
      for (const [folderOf, isSaid] of [
        [forgotten, true],
        [data, false],
      ] as const) {
        const gateway = start(['--port', '0', '--data', folderOf], environment)
        await gateway.waitFor(/listens on/)
        gateway.child.kill('SIGTERM')
        expect((await gateway.ended).out.includes('"embeddedDatabaseUnused"')).toBe(isSaid)
      }
    } finally {
      await server?.stop()
    }
  },
  120_000,
)
