import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The module of SoftHSM, a token in software (Debian: `softhsm2`). Null where it is not installed. */
export function findSoftHsm(): string | null {
  const places = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/local/lib/softhsm/libsofthsm2.so']
  return places.find((place) => existsSync(place)) ?? null
}

/**
 * A folder with tokens of these labels, all with one PIN, which the module finds from now on. Null where SoftHSM is missing, said loudly;
 * with `CI` set that is an error, because nothing is skipped there.
 */
export function startSoftHsm(labels: readonly string[]): { module: string; pin: string; stop(): void } | null {
  const module = findSoftHsm()
  if (module === null) {
    const reason = 'No SoftHSM found: install the package softhsm2.'
    if (process.env.CI) throw new Error(reason)
    process.stderr.write(`\nSKIPPED: tests of master keys in a token. ${reason}\n\n`)
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-token-'))
  const tokens = join(folder, 'tokens')
  mkdirSync(tokens)
  const settings = join(folder, 'softhsm2.conf')
  writeFileSync(settings, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = settings
  const pin = '4711-token'
  for (const label of labels)
    execFileSync('softhsm2-util', ['--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', `${pin}-so`], {
      stdio: 'ignore',
      env: process.env,
    })
  return { module, pin, stop: () => rmSync(folder, { recursive: true, force: true }) }
}
