import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Config,
  ConfigError,
  type Environment,
  isOrigin,
  parseConfig,
  parsePart,
  parseSettings,
} from './config.ts'
import { ListenError } from './ListenError.ts'
import { PortInUseError } from './PortInUseError.ts'
import { StorageError } from './storage/errors.ts'

/** File that is read when none is named, if it is there. */
const USUAL_FILE = 'latchkey.json'

/** The same for the vault. */
const VAULT_FILE = 'latchkey-vault.json'

const PROGRAMS = {
  gateway: { name: 'latchkey-gateway', is: 'the Latchkey gateway, relay included, one process, self-hosted' },
  relay: { name: 'latchkey-relay', is: 'the Latchkey relay alone, self-hosted; several may share PostgreSQL' },
  vault: { name: 'latchkey-vault', is: 'the Latchkey vault, for the wallets that come with an e-mail login' },
} as const

const formatVaultHelp = () => `${PROGRAMS.vault.name}: ${PROGRAMS.vault.is}

Usage
  ${PROGRAMS.vault.name} [--config <file>]         serve until SIGINT or SIGTERM
  ${PROGRAMS.vault.name} check [--config <file>]   check the configuration and say what is wrong with it
  ${PROGRAMS.vault.name} freeze --project <id> [--email <address>] [--config <file>]
  ${PROGRAMS.vault.name} thaw --project <id> [--email <address>] [--config <file>]

freeze: no half of this project, or of one person in it, is handed out until thaw. Stop the vault before.

Its configuration is a file of its own (default: ${VAULT_FILE} in this folder) and has nothing in common with the
gateway's: its own folder, its own master keys, its own mail server. Texts "env:LATCHKEY_NAME" in it are replaced by
that variable.
`

const formatHelp = (program: keyof typeof PROGRAMS) => {
  if (program === 'vault') return formatVaultHelp()
  const { name, is } = PROGRAMS[program]
  return `${name}: ${is}

Usage
  ${name} [options]                    serve until SIGINT or SIGTERM
  ${name} check [options]              check the configuration and say what is wrong with it
  ${name} project add --name <name> [--id <id>] [--origin <origin>]...
  ${name} project list
  ${name} project remove <id>
  ${name} freeze --project <id> [--email <address>]   hand out no half of a wallet, until thaw
  ${name} thaw --project <id> [--email <address>]
  ${name} frame --folder <folder> [options]          serve a built frame of the embedded wallet, on an origin of its own
  ${name} verify-frame <url> --folder <folder>       compare a live frame with a build, file by file
  ${name} import [options]             copy what --data holds to the PostgreSQL server of DATABASE_URL

Options
  --config <file>   configuration in JSON (default: ${USUAL_FILE} in this folder, if it is there)
  --host <address>  where to listen (default: 127.0.0.1)
  --port <number>   port, 0 for any free one (default: 8787)
  --data <folder>   folder of the embedded database (default: ./latchkey-data)
  --help, --version

Environment
  LATCHKEY_CONFIG, LATCHKEY_HOST, LATCHKEY_PORT, LATCHKEY_DATA   as the options, which win
  LATCHKEY_LOG_LEVEL   debug, info, warn, error or silent
  DATABASE_URL         PostgreSQL server to use in place of the embedded database
  LATCHKEY_*           texts "env:LATCHKEY_NAME" in the configuration are replaced by that variable

The embedded database admits one process: stop the program before project, freeze, thaw and import, or write projects
into the configuration, or use PostgreSQL.
`
}

/** What the program is handed by its surroundings. */
export type Surroundings = {
  /** Default: the gateway. */
  readonly program?: keyof typeof PROGRAMS | undefined
  readonly argv: readonly string[]
  readonly environment: Environment
  readonly version: string
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Resolves when the program is asked to end. */
  readonly stopAsked: Promise<void>
  readonly now: () => number
}

/** Runs one command. Gives the exit code: 0, or 1 with a code and one plain sentence (or one line a problem) on standard error. */
export async function runCli(surroundings: Surroundings): Promise<0 | 1> {
  try {
    return await run(surroundings)
  } catch (error) {
    const say = (code: string, text: string) => surroundings.printError(`${code}: ${text}\n`)
    if (error instanceof ConfigError) say(error.code, `The configuration cannot be used:\n${indent(error.message)}`)
    else if (error instanceof UsageError) {
      const { name } = PROGRAMS[surroundings.program ?? 'gateway']
      say(error.code, error.message.replaceAll(PROGRAMS.gateway.name, name))
    } else if (isExpected(error)) say(error.code, error.message)
    else throw error
    return 1
  }
}

/** Whether an error is about this machine or the servers beside it, and not a fault of the program. */
function isExpected(error: unknown): error is Error & { readonly code: string } {
  if (error instanceof PortInUseError || error instanceof ListenError || error instanceof StorageError) return true
  // Told by their codes, because their classes come with what most programs never load.
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    code === 'NATS_UNREACHABLE' ||
    code === 'MASTER_KEY_UNUSABLE' ||
    code === 'RECORD_DAMAGED' ||
    code === 'SECRET_SHARED'
  )
}

/** The command line does not fit. Texts name the gateway; the relay's program puts its own name there. */
class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'USAGE_INVALID'
}

async function run(surroundings: Surroundings): Promise<0 | 1> {
  const { values, positionals } = readArguments(surroundings.argv)
  if (values.help) {
    surroundings.print(formatHelp(surroundings.program ?? 'gateway'))
    return 0
  }
  if (values.version) {
    surroundings.print(`${surroundings.version}\n`)
    return 0
  }
  const [command, ...rest] = positionals
  if (surroundings.program === 'vault') return runVault(surroundings, values, positionals)
  if (command !== 'freeze' && command !== 'thaw' && (values.project ?? values.email) !== undefined) {
    throw new UsageError('--project and --email belong to: latchkey-gateway freeze, thaw')
  }
  if (command !== 'project' && (values.name ?? values.id ?? values.origin) !== undefined) {
    throw new UsageError('--name, --id and --origin belong to: latchkey-gateway project add')
  }
  if (command === undefined) return serve(surroundings, readConfig(surroundings, values))
  if (command === 'check' && rest.length === 0) {
    const config = readConfig(surroundings, values)
    const { openDirectory } = await import('./openDirectory.ts')
    openDirectory(config)
    const { chains, projects } = config
    surroundings.print(
      `The configuration is fine: ${count(chains.length, 'chain')}, ${count(projects.length, 'project')}.\n`,
    )
    return 0
  }
  if (command === 'project') return runProject(surroundings, values, rest)
  if (command === 'freeze' || command === 'thaw') return runHold(surroundings, values, positionals)
  if (command === 'frame' && rest.length === 0) return serveFrame(surroundings, values)
  if (command === 'import' && rest.length === 0) return runImport(surroundings, values)
  const [url] = rest
  if (command === 'verify-frame' && url !== undefined && rest.length === 1) return checkFrame(surroundings, values, url)
  throw new UsageError(`There is no command "${positionals.join(' ')}". See latchkey-gateway --help.`)
}

type Values = ReturnType<typeof readArguments>['values']

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        id: { type: 'string' },
        name: { type: 'string' },
        origin: { type: 'string', multiple: true },
        project: { type: 'string' },
        email: { type: 'string' },
        folder: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split('. ') : []
    throw new UsageError(`${sentence ?? 'The arguments do not fit'}. See latchkey-gateway --help.`)
  }
}

/** What is written in the configuration's file, and what stands over it. */
function readWritten(surroundings: Surroundings, values: Values) {
  const named = values.config ?? surroundings.environment.LATCHKEY_CONFIG
  const file = named ?? (existsSync(USUAL_FILE) ? USUAL_FILE : undefined)
  if (values.port !== undefined && !(/^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535)) {
    throw new UsageError(`--port: found "${values.port}", must be a number from 0 to 65535.`)
  }
  const environment = {
    ...surroundings.environment,
    ...(values.host === undefined ? {} : { LATCHKEY_HOST: values.host }),
    ...(values.port === undefined ? {} : { LATCHKEY_PORT: values.port }),
    ...(values.data === undefined ? {} : { LATCHKEY_DATA: values.data }),
  }
  return { file, written: file === undefined ? {} : readJson(file), environment }
}

function readConfig(surroundings: Surroundings, values: Values): Config {
  const { file, written, environment } = readWritten(surroundings, values)
  const config = parseConfig(written, environment)
  const { overlay } = config.directory
  if (overlay === undefined || isAbsolute(overlay) || file === undefined) return config
  return { ...config, directory: { overlay: join(dirname(file), overlay) } }
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UsageError(
      isMissing ? `There is no configuration file ${file}.` : `The configuration file ${file} cannot be read.`,
    )
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError([{ key: '', problem: `${file} is not JSON: ${error instanceof Error ? error.message : ''}` }])
  }
}

async function runVault(surroundings: Surroundings, values: Values, positionals: readonly string[]): Promise<0 | 1> {
  const [command, ...more] = positionals
  if (command === 'freeze' || command === 'thaw') return runHold(surroundings, values, positionals)
  const { config: file = VAULT_FILE, ...others } = values
  if ((command !== undefined && command !== 'check') || more.length > 0 || Object.keys(others).length > 0) {
    throw new UsageError('latchkey-vault takes: check, freeze, thaw, --config <file>. See latchkey-gateway --help.')
  }
  const { vaultConfig } = await import('./vault/vaultConfig.ts')
  const config = parseSettings(vaultConfig, readJson(file), surroundings.environment)
  if (command === 'check') {
    surroundings.print(`The configuration is fine: ${count(config.projects.length, 'project')}.\n`)
    return 0
  }
  const { startVault } = await import('./vault/startVault.ts')
  const vault = await startVault({ config, mode: surroundings.environment.NODE_ENV })
  surroundings.printError(`The Latchkey vault listens on ${vault.url}\n`)
  await surroundings.stopAsked
  await vault.close()
  return 0
}

/** The operator's own stop: what a person freezes or thaws is beside it. */
async function runHold(surroundings: Surroundings, values: Values, positionals: readonly string[]): Promise<0> {
  const [command, ...more] = positionals
  const { project: projectId, email, config: file, data, ...others } = values
  if (projectId === undefined || more.length > 0 || Object.keys(others).length > 0) {
    throw new UsageError(`${command} takes: --project <id>, --email <address>. See latchkey-gateway --help.`)
  }
  const given = { now: surroundings.now(), projectId, email, isHeld: command === 'freeze' }
  const outcome =
    surroundings.program === 'vault'
      ? await holdAtVault(surroundings, file ?? VAULT_FILE, given)
      : await holdAtGateway(surroundings, values, given)
  if (outcome === 'unknown') throw new UsageError('Nobody in this project has this address.')
  const whom = email === undefined ? `Project ${projectId}` : `${email} in project ${projectId}`
  const word = given.isHeld ? 'frozen' : 'not frozen by you'
  surroundings.print(`${whom} is ${outcome === 'same' ? 'already ' : ''}${word}.\n`)
  return 0
}

type Holding = { now: number; projectId: string; email: string | undefined; isHeld: boolean }

async function holdAtVault(surroundings: Surroundings, file: string, given: Holding) {
  const [{ vaultConfig }, { holdBackOffline }] = await Promise.all([
    import('./vault/vaultConfig.ts'),
    import('./vault/holdBackOffline.ts'),
  ])
  return holdBackOffline(parseSettings(vaultConfig, readJson(file), surroundings.environment), given)
}

async function holdAtGateway(surroundings: Surroundings, values: Values, given: Holding) {
  const config = readConfig(surroundings, values)
  if (config.login === undefined) throw new UsageError('This gateway has no wallets: its configuration has no login.')
  const [{ openStorage }, { holdBack }] = await Promise.all([
    import('./storage/openStorage.ts'),
    import('./login/holdBack.ts'),
  ])
  const storage = await openStorage(
    config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl },
  )
  try {
    const { login } = config
    return await holdBack({ config: login, storage, mode: surroundings.environment.NODE_ENV, ...given })
  } finally {
    await storage.close()
  }
}

async function serve(surroundings: Surroundings, config: Config): Promise<0> {
  if (surroundings.program === 'relay') {
    const { startRelay } = await import('./startRelay.ts')
    const relay = await startRelay({ config })
    surroundings.printError(`The Latchkey relay listens on ${relay.url}\n`)
    await surroundings.stopAsked
    await relay.close()
    return 0
  }
  // Loaded here, so that help and checks need neither database nor chain code.
  const { startGateway } = await import('./startGateway.ts')
  const gateway = await startGateway({ config })
  // Standard output belongs to the log.
  surroundings.printError(`The Latchkey gateway listens on ${gateway.url}\n`)
  await surroundings.stopAsked
  await gateway.close()
  return 0
}

function demandFolder({ folder }: Values): string {
  if (folder === undefined) throw new UsageError('--folder: name the folder that "npm run frame" wrote.')
  if (!existsSync(join(folder, 'manifest.json'))) throw new UsageError(`There is no built frame in ${folder}.`)
  return resolve(folder)
}

async function serveFrame(surroundings: Surroundings, values: Values): Promise<0> {
  const folder = demandFolder(values)
  const [{ startFrame }, { frameConfig }] = await Promise.all([
    import('./frame/startFrame.ts'),
    import('./frame/frameConfig.ts'),
  ])
  const { written, environment } = readWritten(surroundings, values)
  const frame = await startFrame({ config: parsePart(frameConfig, written, environment), folder })
  surroundings.printError(`The frame is served on ${frame.url}\n`)
  await surroundings.stopAsked
  await frame.close()
  return 0
}

async function checkFrame(surroundings: Surroundings, values: Values, url: string): Promise<0 | 1> {
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is no address.`)
  const manifest = readJson(join(demandFolder(values), 'manifest.json'))
  const [v, { frameManifest, verifyFrame }] = await Promise.all([import('valibot'), import('./frame/verifyFrame.ts')])
  const differing = await verifyFrame({ url, manifest: v.parse(frameManifest, manifest), fetch: globalThis.fetch })
  if (differing.length === 0) {
    surroundings.print('The frame is the one that was built.\n')
    return 0
  }
  surroundings.printError(`FRAME_DIFFERS: The frame is not the one that was built:\n${indent(differing.join('\n'))}\n`)
  return 1
}

/** From the embedded database to a server, when one machine is no longer enough. */
async function runImport(surroundings: Surroundings, values: Values): Promise<0> {
  const { dataDir, databaseUrl } = readConfig(surroundings, values)
  if (databaseUrl === undefined)
    throw new UsageError('import needs the PostgreSQL server to copy to: set DATABASE_URL.')
  const { importStorage } = await import('./importStorage.ts')
  const { rows, messages } = await importStorage({ dataDir, url: databaseUrl, clock: { now: surroundings.now } })
  surroundings.print(
    `Copied ${count(rows, 'row')} and ${count(messages, 'waiting message')}. Start with DATABASE_URL from now on, and keep ${dataDir} until that runs.\n`,
  )
  return 0
}

async function runProject(surroundings: Surroundings, values: Values, rest: readonly string[]): Promise<0 | 1> {
  const [action, id, ...more] = rest
  const isKnown =
    (action === 'add' && id === undefined) ||
    (action === 'list' && id === undefined) ||
    (action === 'remove' && id !== undefined && more.length === 0)
  if (!isKnown)
    throw new UsageError('project takes: add --name <name>, list, remove <id>. See latchkey-gateway --help.')
  const newProject = action === 'add' ? readNewProject(values) : undefined
  const config = readConfig(surroundings, values)
  const [{ openStorage }, { addProject, listProjects, removeProject }] = await Promise.all([
    import('./storage/openStorage.ts'),
    import('./storage/projects.ts'),
  ])
  const storage = await openStorage(
    config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl },
  )
  try {
    if (newProject !== undefined) {
      const added = await addProject(storage, { ...newProject, now: surroundings.now() })
      if (added === null) throw new UsageError(`The id "${newProject.id}" is taken.`)
      surroundings.print(`${added.id}\n`)
      if (added.origins.length === 0) {
        surroundings.printError('The project has no origins, so no page may use it yet.\n')
      }
      return 0
    }
    if (action === 'list') {
      const rows = [
        ...config.projects.map((project) => ({ ...project, from: 'configuration' })),
        ...(await listProjects(storage)).map((project) => ({ ...project, from: 'database' })),
      ]
      for (const row of rows) {
        surroundings.print(`${row.id}\t${row.name}\t${row.origins.join(' ') || '(no origins)'}\t${row.from}\n`)
      }
      return 0
    }
    const removed = await removeProject(storage, id ?? '')
    if (!removed) throw new UsageError(`No project of the database has the id "${id}".`)
    surroundings.print(`Removed ${id}\n`)
    return 0
  } finally {
    await storage.close()
  }
}

function readNewProject(values: Values): { id: string | undefined; name: string; origins: readonly string[] } {
  const name = values.name?.trim() ?? ''
  if (name === '') throw new UsageError('project add needs --name <name>.')
  if (values.id !== undefined && !/^[A-Za-z0-9_-]{1,128}$/.test(values.id)) {
    throw new UsageError(`--id: found "${values.id}", must be 1 to 128 letters, digits, hyphens or underscores.`)
  }
  const origins = values.origin ?? []
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      throw new UsageError(`--origin: found "${origin}", must be an exact origin such as https://shop.example.`)
    }
  }
  return { id: values.id, name, origins }
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
