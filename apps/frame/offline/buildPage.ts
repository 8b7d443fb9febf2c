/** Builds the page that opens a backup: one HTML file, with nothing to load and nowhere to send to. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The text of the page. Two builds of the same sources are equal. */
export const buildBackupPage = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    minify: true,
    write: false,
    // A module does not load from a file on a disk; a script does.
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['@latchkey/source'],
  })
  const script = (outputFiles[0]?.text ?? '').trim().replaceAll('</script', '<\\/script')
  const style = read('page.css').replaceAll(/\s+/g, ' ').trim()
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  // Functions, because `$&` in a script would mean something in a replacement.
  return read('page.html')
    .replace('content="policy"', () => `content="${policy}"`)
    .replace('/*style*/', () => style)
    .replace('/*script*/', () => script)
}
