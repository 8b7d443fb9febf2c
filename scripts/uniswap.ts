/**
 * Takes Uniswap's contracts as they are published and writes `packages/testing/src/uniswap/contracts.json`: creation code, and the
 * package, version and licence that each is from. Run it to take newer ones: `npm run uniswap`. The packages are large and
 * under the GPL, so that they are no dependency: what is taken is a tool of development and in no published package.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TARGET = 'packages/testing/src/uniswap/contracts.json'
const SOURCES = [
  ['v2-core', '1.0.1', 'build/UniswapV2Factory.json'],
  ['v2-periphery', '1.1.0-beta.0', 'build/UniswapV2Router02.json'],
  ['v2-periphery', '1.1.0-beta.0', 'build/WETH9.json'],
  ['v2-core', '1.0.1', 'build/ERC20.json'],
  ['v3-core', '1.0.1', 'artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'],
  ['v3-periphery', '1.4.4', 'artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'],
  ['v3-periphery', '1.4.4', 'artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'],
  ['swap-router-contracts', '1.3.1', 'artifacts/contracts/SwapRouter02.sol/SwapRouter02.json'],
] as const

const temporary = mkdtempSync(join(tmpdir(), 'latchkey-uniswap-'))
try {
  const folders = new Map<string, string>()
  for (const [name, version] of SOURCES) {
    if (folders.has(name)) continue
    const folder = join(temporary, name)
    execFileSync('mkdir', [folder])
    execFileSync('npm', ['pack', '--silent', `@uniswap/${name}@${version}`], { cwd: folder })
    execFileSync('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder })
    folders.set(name, join(folder, 'package'))
  }
  const contracts = Object.fromEntries(
    SOURCES.map(([name, version, file]) => {
      const folder = folders.get(name) ?? ''
      const artifact = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        contractName?: string
        bytecode: string | { object: string }
      }
      const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license: string }
      const code = typeof artifact.bytecode === 'string' ? artifact.bytecode : artifact.bytecode.object
      const source = { package: `@uniswap/${name}`, version, file, license }
      return [(file.split('/').at(-1) ?? '').replace('.json', ''), { source, bytecode: `0x${code.replace(/^0x/, '')}` }]
    }),
  )
  writeFileSync(TARGET, `${JSON.stringify(contracts, null, 1)}\n`)
  process.stdout.write(`${Object.keys(contracts).join(', ')} written to ${TARGET}\n`)
} finally {
  rmSync(temporary, { recursive: true })
}
