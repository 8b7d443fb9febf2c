import { dirname, extname, posix, relative, sep } from 'node:path'
import { type Draft, MARK, toComment } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { rangeOf } from '../syntax/walk.ts'
import { type Option, type Place, writeText } from './kit.ts'
import type { Config } from './wagmiConfig.ts'

/** The name that the variable of the instance gets in a file which has none yet. */
export function nameInstance({ names }: Source): string {
  let name = 'latchkey'
  for (let count = 2; names.has(name); count += 1) name = `latchkey${count}`
  return name
}

/** What a comment says, and the code that it keeps. */
export type Left = { readonly message: string; readonly code?: string | undefined }

/** Comments for a person, line by line. */
export function writeLeft(left: readonly Left[]): readonly string[] {
  return left.flatMap(({ message, code }) => [`// ${MARK} ${message}`, ...toComment(code ?? '')])
}

/** Makes the instance below its config. `left` are comments for a person, which stand among the options. */
export function writeInstance(
  draft: Draft,
  config: Config,
  { options, left, isExported }: { options: readonly Option[]; left: readonly Left[]; isExported: boolean },
): string {
  const { style } = draft.source
  const variable = nameInstance(draft.source)
  const wagmi = draft.need('latchkey/wagmi', 'wagmi')
  const given = config.variable === 'config' ? 'config' : `config: ${config.variable}`
  const lines = [
    `networks: ${config.variable}.chains,`,
    `adapters: [${wagmi}({ ${given} })],`,
    ...options.map(
      (option) => `${option.name}: ${'text' in option ? writeText(draft.source, option.text) : option.code},`,
    ),
    ...writeLeft(left),
  ]
  const call = `${draft.need('latchkey', 'createLatchkey')}({${style.line}${lines.map((line) => style.indent + line + style.line).join('')}})`
  const written = `${style.line}${isExported ? 'export ' : ''}const ${variable} = ${call}${style.end}`
  draft.edits.insert(rangeOf(config.statement).end, `${style.line}${written}`)
  return variable
}

/** The variable of the instance in a file that takes it from another one, from where it takes other things of that file. */
export function importInstance(draft: Draft, { source: from, variable }: Place): string {
  const along = draft.imports.find(({ module }) => leadsTo(draft.source, module, from))
  return draft.need(along?.module ?? writeModule(draft.source, from), variable)
}

/** Whether a module that a file names may be this one: `./wagmi`, or `@/wagmi` by an alias. */
export function leadsTo(file: Source, module: string, to: Source): boolean {
  const bare = toBare(to.path)
  if (module.startsWith('.')) return toBare(posix.join(toPosix(dirname(file.path)), module)) === bare
  const [, tail] = /^[@~#][^/]*\/(.+)$/.exec(module) ?? []
  return tail !== undefined && bare.endsWith(`/${toBare(tail)}`)
}

/** How a file names another one: with an extension where it names others so. */
function writeModule(file: Source, to: Source): string {
  const path = toPosix(relative(dirname(file.path), to.path))
  const others = file.program.body.flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : []))
  const like = others.find((module) => /^\..*\.[cm]?[jt]sx?$/.test(module))
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '')
  const named =
    like === undefined ? bare.replace(/\/index$/, '') : extname(like).startsWith('.ts') ? path : `${bare}.js`
  return named.startsWith('.') ? named : `./${named}`
}

function toBare(path: string): string {
  return toPosix(path)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/\/index$/, '')
}

function toPosix(path: string): string {
  return path.split(sep).join('/')
}
