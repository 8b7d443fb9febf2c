import { readdirSync } from 'node:fs'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'))

/** The code of a program that uses these names of a file here. */
async function bundle(file: string, names: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${names.join(', ')} } from './${file}'\nconsole.log(${names.join(', ')})`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['@latchkey/source'],
  })
  return outputFiles[0]?.text ?? ''
}

test.each(files)('a page that makes the calls of %s loads no word of how they are served', async (file) => {
  const exported = Object.keys(await import(`./${file}`))
  const operations = exported.filter((name) => name.endsWith('Operation'))
  const calls = operations.map((name) => name.replace(/Operation$/, ''))
  expect(operations).not.toEqual([])
  expect(exported).toEqual(expect.arrayContaining(calls))
  expect(await bundle(file, operations)).toContain('holds:')
  expect(await bundle(file, calls)).not.toContain('holds:')
})
