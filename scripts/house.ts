/**
 * Fails when an import goes up, when a feature knows its neighbour, and when a source file breaks a rule that prose
 * alone would not keep. Run by `npm run check`; prints each breach with its place and the rule.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const SDK = 'packages/latchkey/src'

/** A room and the rooms it may import from, besides itself. Order: the most particular prefix wins. */
type Room = { readonly name: string; readonly path: string; readonly may: readonly string[] }

const CORE_FLOOR = ['types', 'values', 'services', 'errors', 'checks', 'store', 'lazy']
const ENGINE = 'packages/walletconnect/src'
const ENGINE_ROOMS = ['wc-types', 'wc-crypto', 'wc-rules', 'wc-signIn', 'wc-relay', 'wc-storage', 'wc-tabs']
const CUSTODY_ROOMS = ['kms', 'mail', 'custody']
const SERVER_ROOMS = ['server', 'relay', 'auth', ...CUSTODY_ROOMS, 'login', 'vault']
const ROOMS: readonly Room[] = [
  { name: 'wire', path: 'packages/wire/src/', may: [] },
  { name: 'codemod', path: 'packages/codemod/src/', may: [] },
  { name: 'server', path: 'packages/server/src/', may: ['wire', 'relay', 'auth', ...CUSTODY_ROOMS, 'login', 'vault'] },
  // What gateway and vault both stand on; of each other they know what travels alone (SEC-11).
  { name: 'kms', path: 'packages/server/src/kms/', may: [] },
  { name: 'mail', path: 'packages/server/src/mail/', may: ['wire', 'server'] },
  { name: 'custody', path: 'packages/server/src/custody/', may: ['wire', 'server', 'kms', 'mail'] },
  { name: 'login', path: 'packages/server/src/login/', may: ['wire', 'server', ...CUSTODY_ROOMS] },
  { name: 'vault', path: 'packages/server/src/vault/', may: ['wire', 'server', ...CUSTODY_ROOMS] },
  { name: 'auth', path: 'packages/server/src/auth/', may: ['wire', 'server'] },
  { name: 'relay', path: 'packages/server/src/relay/', may: ['wire', 'server'] },
  { name: 'wc-crypto', path: `${ENGINE}/crypto/`, may: ['wc-types'] },
  { name: 'wc-rules', path: `${ENGINE}/rules/`, may: ['wc-types', 'wc-crypto', 'wire'] },
  { name: 'wc-signIn', path: `${ENGINE}/signIn/`, may: ['wc-types', 'wc-crypto', 'wc-rules'] },
  { name: 'wc-relay', path: `${ENGINE}/relay/`, may: ['wc-types', 'wc-crypto', 'wc-rules', 'wire'] },
  { name: 'wc-storage', path: `${ENGINE}/storage/`, may: ['wc-types'] },
  { name: 'wc-tabs', path: `${ENGINE}/tabs/`, may: ['wc-types'] },
  {
    name: 'wc-engine',
    path: `${ENGINE}/engine/`,
    may: ['wc-types', 'wc-crypto', 'wc-rules', 'wc-signIn', 'wc-relay', 'wc-storage', 'wire'],
  },
  // An entry of its own, which needs no client.
  {
    name: 'wc-pairing',
    path: `${ENGINE}/engine/createPairing.ts`,
    may: ['wc-types', 'wc-crypto', 'wc-rules', 'wc-engine'],
  },
  { name: 'wc-browser', path: `${ENGINE}/browser/`, may: ['wc-types', 'wc-storage', 'wc-tabs'] },
  { name: 'wc-node', path: `${ENGINE}/node/`, may: ['wc-types', 'wc-storage', 'wc-tabs'] },
  { name: 'wc-provider', path: `${ENGINE}/provider/`, may: ['wc-types', 'wc-rules'] },
  { name: 'wc-roof', path: `${ENGINE}/createSignClient.ts`, may: [...ENGINE_ROOMS, 'wc-engine', 'wc-browser'] },
  { name: 'wc-door', path: `${ENGINE}/index.ts`, may: [...ENGINE_ROOMS, 'wc-engine', 'wc-browser', 'wc-roof'] },
  { name: 'wc-wallet', path: `${ENGINE}/wallet/`, may: ['wc-types', 'wc-rules', 'wc-signIn'] },
  { name: 'wc-types', path: `${ENGINE}/`, may: ['wire', 'wc-relay'] },
  { name: 'errors', path: `${SDK}/core/errors/`, may: ['types', 'wire'] },
  { name: 'store', path: `${SDK}/core/store.ts`, may: [] },
  { name: 'lazy', path: `${SDK}/core/lazy.ts`, may: ['errors', 'services'] },
  { name: 'checks', path: `${SDK}/core/checks/`, may: ['types', 'errors', 'feature-checks'] },
  {
    name: 'services',
    path: `${SDK}/core/services/`,
    may: ['types', 'values', 'errors', 'store', 'wire', 'wc-door', 'wc-provider'],
  },
  {
    name: 'types',
    path: `${SDK}/core/types/`,
    may: ['errors', 'services', 'store', 'wire', 'words'],
  },
  {
    name: 'values',
    path: `${SDK}/core/values/`,
    may: ['types', 'errors', 'services', 'checks', 'wire'],
  },
  { name: 'kernel', path: `${SDK}/core/kernel/`, may: [...CORE_FLOOR, 'evm', 'wc-door'] },
  {
    name: 'ways',
    path: `${SDK}/core/ways/`,
    may: [...CORE_FLOOR, 'kernel', 'evm', 'wire', 'wc-door', 'wc-pairing', 'wc-provider'],
  },
  { name: 'flow', path: `${SDK}/core/flow/`, may: [...CORE_FLOOR, 'kernel', 'words'] },
  { name: 'feature', path: `${SDK}/core/features/`, may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'wire'] },
  {
    name: 'feature-list',
    path: `${SDK}/core/features/features.ts`,
    may: ['types', 'kernel', 'flow', 'ways', 'feature'],
  },
  { name: 'feature-checks', path: `${SDK}/core/features/optionChecks.ts`, may: ['types', 'checks', 'feature'] },
  {
    name: 'roof',
    path: `${SDK}/core/roof/`,
    may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'feature', 'feature-list', 'core-door'],
  },
  {
    name: 'core-door',
    path: `${SDK}/core/index.ts`,
    may: [...CORE_FLOOR, 'roof', 'kernel', 'flow', 'feature', 'feature-list'],
  },
  { name: 'evm', path: `${SDK}/evm/`, may: CORE_FLOOR },
  { name: 'adapter', path: `${SDK}/adapters/`, may: [...CORE_FLOOR, 'evm'] },
  {
    name: 'actions',
    path: `${SDK}/actions/`,
    may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'feature', 'feature-list', 'roof'],
  },
  { name: 'siwx', path: `${SDK}/siwx/`, may: [...CORE_FLOOR, 'evm', 'wire'] },
  { name: 'networks', path: `${SDK}/networks/`, may: ['types'] },
  { name: 'script', path: `${SDK}/script/`, may: ['front', 'widget', 'adapter', 'actions', 'siwx', 'networks'] },
  { name: 'elements', path: `${SDK}/elements/`, may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'feature', 'words'] },
  { name: 'words', path: `${SDK}/ui/text/`, may: [] },
  { name: 'parts', path: `${SDK}/ui/parts/`, may: ['ui', 'types'] },
  {
    name: 'ui',
    path: `${SDK}/ui/`,
    may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'feature', 'parts', 'elements', 'words'],
  },
  {
    name: 'react',
    path: `${SDK}/react/`,
    may: [
      ...CORE_FLOOR,
      'kernel',
      'ways',
      'flow',
      'feature',
      'feature-list',
      'actions',
      'ui',
      'front',
      'elements',
      'widget',
      'roof',
    ],
  },
  {
    name: 'vue',
    path: `${SDK}/vue/`,
    may: [...CORE_FLOOR, 'kernel', 'ways', 'flow', 'feature', 'feature-list', 'actions', 'front', 'roof', 'widget'],
  },
  // An element that sites with it alone load: it stands beside the front door, and draws with the modal's parts.
  { name: 'widget', path: `${SDK}/onramp/`, may: [...CORE_FLOOR, 'elements', 'ui'] },
  { name: 'wallets', path: `${SDK}/testing/`, may: [...CORE_FLOOR, 'evm'] },
  {
    name: 'phone',
    path: `${SDK}/testing/phone/`,
    may: [...CORE_FLOOR, 'evm', 'wallets', 'wc-door', 'wc-node', 'wc-wallet'],
  },
  {
    name: 'front',
    path: `${SDK}/index.ts`,
    may: [
      ...CORE_FLOOR,
      'kernel',
      'ways',
      'flow',
      'feature',
      'feature-list',
      'roof',
      'core-door',
      'ui',
      'elements',
      'words',
    ],
  },
]

/** Words that name nothing. */
const EMPTY_WORDS = /(Util|Utils|Helper|Helpers|Manager|Controller|Common)(?=[A-Z.]|$)/

/** Text that must not ship. `pattern` is matched against each line of shipped source. */
const FORBIDDEN: readonly { readonly pattern: RegExp; readonly rule: string }[] = [
  {
    pattern: /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|outerHTML\s*=/,
    rule: 'SEC-82: no markup from text',
  },
  { pattern: /\beval\(|new Function\(|set(Timeout|Interval)\(\s*['"`]/, rule: 'SEC-82: no code from text' },
  // The codemod leaves such comments in sites, by this very word.
  { pattern: /\b(TODO(?!\\?\(latchkey)|FIXME|XXX)\b/, rule: 'no promise in a comment' },
  { pattern: /@ts-(ignore|nocheck)/, rule: 'no silenced type' },
  { pattern: /\bvi\.mock\(|\.(only|skip)\(/, rule: 'no mocked module, no test left out' },
  { pattern: /import\(\s*[`'"]https?:/, rule: 'SEC-131: no remote code' },
  // In Turkish the small form of I is another letter; where a sentence is meant, its language is said.
  { pattern: /toLocale(Lower|Upper)Case\(\)/, rule: 'no letters of the language of the browser' },
]

/** A failure that is kept from everybody, on one line or as a block with nothing in it. */
const SILENT = /\.catch\(\(\) => (undefined|null|void 0|\{\s*\})\)|\bcatch(\s*\(\w+\))?\s*\{\s*\}/
const OPENS_CATCH = /\bcatch(\s*\(\w+\))?\s*\{$/
const HAS_COMMENT = /(^|\s)\/\/|\*\/\s*$/
/** How many lines above a silent catch its reason may stand: the statement that ends with it has some. */
const REASON_LINES = 3

/** What is younger than the browsers that we support (docs/browsers.md). Not for what runs in Node alone. */
const TOO_YOUNG = /\bURL\.canParse\(|\.aria[A-Z]\w* = |\bAbortSignal\.any\(|\bPromise\.withResolvers\(/

/** What visitors' browsers get. */
const VISITED = ['packages/latchkey/src/', 'packages/walletconnect/src/', 'packages/wire/src/']

const breaches: string[] = []

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist' || name === 'shots') return []
    const path = join(folder, name)
    return statSync(path).isDirectory() ? listFiles(path) : [path]
  })
}

function findRoom(path: string): Room | undefined {
  return ROOMS.filter((room) => path.startsWith(room.path)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** Packages as imports name them, and the room that stands behind. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@latchkey/wire': 'packages/wire/src/index.ts',
  '@latchkey/server': 'packages/server/src/index.ts',
  '@latchkey/server/verify': 'packages/server/src/verify.ts',
  '@latchkey/walletconnect': `${ENGINE}/index.ts`,
  '@latchkey/walletconnect/pairing': `${ENGINE}/engine/createPairing.ts`,
  '@latchkey/walletconnect/provider': `${ENGINE}/provider/index.ts`,
  '@latchkey/walletconnect/node': `${ENGINE}/node/index.ts`,
  '@latchkey/walletconnect/wallet': `${ENGINE}/wallet/index.ts`,
  latchkey: `${SDK}/index.ts`,
  '#checks': `${SDK}/core/checks/production.ts`,
}

const isTest = (path: string): boolean => /\.(test|bench)\.tsx?$|\.test-d\.ts$|Contract\.ts$/.test(path)
const sources = listFiles(join(ROOT, 'packages')).filter((path) => /\.tsx?$/.test(path))
const apps = listFiles(join(ROOT, 'apps')).filter((path) => /\.tsx?$/.test(path) && !isTest(path))
for (const absolute of apps) checkCatches(relative(ROOT, absolute), readFileSync(absolute, 'utf8').split('\n'))

for (const absolute of sources) {
  const path = relative(ROOT, absolute)
  const text = readFileSync(absolute, 'utf8')
  const lines = text.split('\n')
  const room = findRoom(path)

  const name = path.slice(path.lastIndexOf('/') + 1)
  if (EMPTY_WORDS.test(name)) breaches.push(`${path}: a name that says nothing`)

  lines.forEach((line, index) => {
    for (const { pattern, rule } of FORBIDDEN) {
      if (!pattern.test(line)) continue
      if (isTest(path) && rule.startsWith('SEC-82')) continue
      breaches.push(`${path}:${index + 1}: ${rule}`)
    }
    if (
      !isTest(path) &&
      !path.startsWith('packages/testing/') &&
      /^(let|var)\s|^const \w+ = new (Map|Set|WeakMap)\b/.test(line)
    ) {
      breaches.push(`${path}:${index + 1}: state at module level`)
    }
  })
  if (!isTest(path)) checkCatches(path, lines)

  if (!room || isTest(path)) continue
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const wanted = match[1] ?? ''
    const target = wanted.startsWith('.')
      ? relative(ROOT, resolve(dirname(absolute), wanted))
      : PACKAGES[wanted.replace(/^(@latchkey\/wire)\/.+/, '$1')]
    if (!target) {
      if (![...SERVER_ROOMS, 'wc-node', 'codemod'].includes(room.name) && wanted.startsWith('node:'))
        breaches.push(`${path}: ${wanted} does not exist in a browser`)
      if (/^react(-dom)?($|\/)/.test(wanted) && !['ui', 'parts', 'react'].includes(room.name)) {
        breaches.push(`${path}: React belongs to the ui and react rooms`)
      }
      if (/^vue($|\/)/.test(wanted) && room.name !== 'vue') breaches.push(`${path}: Vue belongs to the vue room`)
      continue
    }
    const other = findRoom(target)
    if (!other || other.name === room.name) {
      if (room.name === 'feature') checkNeighbour(path, target)
      continue
    }
    if (!room.may.includes(other.name))
      breaches.push(`${path} imports ${target}: ${room.name} may not know ${other.name}`)
  }
}

for (const absolute of listFiles(join(ROOT, 'packages'))) {
  const path = relative(ROOT, absolute)
  if (isTest(path) || !/\.(tsx?|css)$/.test(path) || !VISITED.some((folder) => path.startsWith(folder))) continue
  readFileSync(absolute, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (TOO_YOUNG.test(line)) breaches.push(`${path}:${index + 1}: younger than the browsers of docs/browsers.md`)
    })
}

/** Whoever keeps a failure to himself says why, on the line or just above it; everybody else logs it. */
function checkCatches(path: string, lines: readonly string[]): void {
  lines.forEach((line, index) => {
    const isEmpty = OPENS_CATCH.test(line) && /^\s*\}/.test(lines[index + 1] ?? '')
    if (!SILENT.test(line) && !isEmpty) return
    if (lines.slice(Math.max(0, index - REASON_LINES), index + 1).some((near) => HAS_COMMENT.test(near))) return
    breaches.push(`${path}:${index + 1}: a failure is dropped without a reason`)
  })
}

/** Features read the kernel and `tokens` at most. */
function checkNeighbour(path: string, target: string): void {
  const feature = (file: string): string => file.slice(`${SDK}/core/features/`.length).split('/')[0] ?? ''
  if (feature(path) !== feature(target) && feature(target) !== 'tokens') {
    breaches.push(`${path} imports ${target}: features know no neighbour`)
  }
}

/**
 * What a comment may cite besides public documents: failures and security requirements by id, where docs/failures.md
 * and docs/security-tests.md have a line for them, and the rules of docs/failures.md.
 */
const UNPUBLISHED =
  /\b(views?|decisions|product|adapters|services|style|frame|embedded wallet|(protocol|service) reference|(?<!docs\/)failures),? (sections? \d|rules? \d|[A-Z]\d+[a-z]?\b|\d+\.\d+|business constants|validation rules)|\bdecisions \d|\bSources?: (views|decisions|product|adapters|services|style|frame|failures|(the )?(protocol|service) reference)\b/
const failures = readFileSync(join(ROOT, 'docs/failures.md'), 'utf8')
const requirements = readFileSync(join(ROOT, 'docs/security-tests.md'), 'utf8')
const [, lastOfEmbedded = '0'] = requirements.match(/SEC-01 to SEC-(\d+)/) ?? []
const known = new Set(
  [...failures.matchAll(/^\| (F-\d+) \|/gm), ...requirements.matchAll(/^\| (SEC-\d+) \|/gm)].map(([, id]) => id),
)
const isKnown = (id: string): boolean =>
  known.has(id) || (id.startsWith('SEC-') && Number(id.slice(4)) <= Number(lastOfEmbedded))

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
for (const path of tracked) {
  if (!/\.(tsx?|m?js|vue|css|html|sol|md|yaml)$/.test(path) || path === 'CHANGELOG.md' || !existsSync(join(ROOT, path)))
    continue
  const text = readFileSync(join(ROOT, path), 'utf8')
  for (const [id] of text.matchAll(/\b(F-\d\d|SEC-\d+)\b/g)) {
    if (!isKnown(id)) breaches.push(`${path}: ${id} has no line in docs/failures.md or docs/security-tests.md`)
  }
  // Comments are read as one line, because a citation may break across two.
  for (const [comment] of text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)) {
    const [cited] = comment.replace(/\s*\n[ \t]*(\*|\/\/)?[ \t]*/g, ' ').match(UNPUBLISHED) ?? []
    if (cited !== undefined && path !== 'scripts/house.ts')
      breaches.push(`${path}: cites "${cited}", which is not in the repository`)
  }
}

/** The lock file names no host, and nothing that is installed needs a script (SEC-126). */
const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
if (/"resolved": "https?:/.test(lock)) breaches.push('package-lock.json: names a host')
for (const line of ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true']) {
  if (!readFileSync(join(ROOT, '.npmrc'), 'utf8').includes(line)) breaches.push(`.npmrc: ${line} is missing (SEC-126)`)
}

if (breaches.length > 0) {
  process.stderr.write(`${breaches.join('\n')}\n${breaches.length} breaches of the house\n`)
  process.exit(1)
}
process.stdout.write(`${sources.length} files keep the house\n`)
