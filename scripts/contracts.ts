/**
 * Compiles our contracts and writes an `artifacts.json` beside them. Run it after a change of a source: `npm run contracts`. The compiler is fetched into a temporary folder, because nothing else here needs it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COMPILER = '0.8.37'
/** Folders with the contracts that are deployed, each with its file; other sources are parts of these. */
const FOLDERS = {
  'apps/demo/contracts': {
    DemoToken: 'DemoToken',
    PermitToken: 'PermitToken',
    WrappedEther: 'WrappedEther',
    Shade: 'Shade',
    HollowpineShop: 'HollowpineShop',
    Keepsakes: 'Keepsakes',
    Seeds: 'Seeds',
    BrokenGift: 'BrokenGift',
  },
  'packages/server/contracts': { ZoneResolver: 'ZoneResolver' },
  'packages/testing/src/permit2': { Allowances: 'Allowances' },
  'packages/testing/src/farcaster': { IdRegistry: 'Registries', KeyRegistry: 'Registries' },
  'packages/testing/src/ens': {
    SmallUniversalResolver: 'SmallUniversalResolver',
    SignedResolver: 'SignedResolver',
    ForeignSenderResolver: 'SignedResolver',
  },
} as const

type Compiler = { compile(input: string): string; version(): string }
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}

const temporary = mkdtempSync(join(tmpdir(), 'latchkey-solc-'))
try {
  writeFileSync(join(temporary, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `solc@${COMPILER}`], {
    cwd: temporary,
    stdio: 'inherit',
  })
  const compiler = createRequire(join(temporary, 'package.json'))('solc') as Compiler
  for (const [folder, deployed] of Object.entries(FOLDERS)) compile(compiler, folder, deployed)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function compile(compiler: Compiler, folder: string, deployed: Readonly<Record<string, string>>): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const output = JSON.parse(
    compiler.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }])),
        settings: {
          evmVersion: 'cancun',
          viaIR: true,
          optimizer: { enabled: true, runs: 200 },
          metadata: { bytecodeHash: 'none' },
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
        },
      }),
    ),
  ) as Output
  const complaints = output.errors ?? []
  for (const complaint of complaints) process.stderr.write(`${complaint.formattedMessage}\n`)
  if (complaints.length > 0) throw new Error(`The contracts in ${folder} do not compile cleanly; nothing was written.`)

  const contracts = Object.fromEntries(
    Object.entries(deployed).map(([name, file]) => {
      const contract = output.contracts[`${file}.sol`]?.[name]
      if (!contract) throw new Error(`${folder}/${file}.sol has no contract ${name}.`)
      return [name, { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }]
    }),
  )
  const artifacts = { compiler: compiler.version(), evmVersion: 'cancun', contracts }
  writeFileSync(join(folder, 'artifacts.json'), `${JSON.stringify(artifacts, null, 1)}\n`)
  process.stdout.write(`${Object.keys(deployed).join(', ')} compiled with solc ${compiler.version()}\n`)
}
