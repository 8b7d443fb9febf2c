/**
 * Takes ENS's registry and resolver as they are published and writes `packages/testing/src/ens/published.json`: creation code, and
 * the package, version and licence that each is from. Run it to take newer ones: `npm run ens`. The packages bring the tools
 * of their time along, so that they are no dependency: what is taken is a tool of development and in no published package.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TARGET = 'packages/testing/src/ens/published.json'
const SOURCES = [
  { name: 'ens', version: '0.6.2', file: 'build/contracts/ENSRegistry.json', license: 'CC0-1.0' },
  // The manifest names no licence; the file LICENSE beside it does, and asks for this line.
  {
    name: 'resolver',
    version: '0.3.1',
    file: 'build/contracts/PublicResolver.json',
    license: 'BSD-2-Clause, Copyright (c) 2018, Ethereum Name Service',
  },
] as const

const temporary = mkdtempSync(join(tmpdir(), 'latchkey-ens-'))
try {
  const contracts = Object.fromEntries(
    SOURCES.map(({ name, version, file, license }) => {
      const folder = join(temporary, name)
      mkdirSync(folder)
      execFileSync('npm', ['pack', '--silent', `@ensdomains/${name}@${version}`], { cwd: folder })
      execFileSync('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder })
      const artifact = JSON.parse(readFileSync(join(folder, 'package', file), 'utf8')) as {
        contractName: string
        bytecode: string
      }
      const source = { package: `@ensdomains/${name}`, version, file, license }
      return [artifact.contractName, { source, bytecode: artifact.bytecode }]
    }),
  )
  writeFileSync(TARGET, `${JSON.stringify(contracts, null, 1)}\n`)
  process.stdout.write(`${Object.keys(contracts).join(', ')} written to ${TARGET}\n`)
} finally {
  rmSync(temporary, { recursive: true })
}
