import type { JSXElement, Node } from '@babel/types'
import { type Draft, findProperty, readKey } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { type Found, rangeOf } from '../syntax/walk.ts'
import { importInstance, leadsTo, nameInstance, writeInstance } from './instance.ts'
import { findElement, isNamed, type Kit, type Lost, type Option, type Survey, sayLost, sayProject } from './kit.ts'
import { type Config, findConfigs, findLocals, type KitOptions, listVariables, rewriteConfig } from './wagmiConfig.ts'

/** What is read of the kit's provider. `chains` has the names of chains that the file of the config knows. */
export type ReadProvider = (
  element: JSXElement,
  source: Source,
  chains: readonly string[],
) => { readonly options: readonly Option[]; readonly lost: readonly Lost[] }

export type WagmiKit = {
  readonly kit: Kit
  readonly provider: string
  readonly config: KitOptions
  /** The row of the page that says what becomes of the key of WalletConnect's cloud, and how the kit calls it. */
  readonly project: string
  readonly readProvider: ReadProvider
}

/** Looks for the config and the provider of a site that stands on wagmi. */
export function surveyWagmi({ kit, provider, readProvider }: WagmiKit, sources: readonly Source[]): Survey {
  const configs = sources.flatMap((source) => findConfigs(source, kit.isTheirs))
  const holders = sources.filter((source) => findProviders(source, kit, provider).length > 0)
  const [holder] = holders
  const element = holder && findProviders(holder, kit, provider)[0]
  const config = chooseConfig(configs, holder)
  // Two providers, or none, are nothing that one instance could be put into unseen.
  if (!config || !holder || !element || holders.length > 1)
    return { sources, instance: undefined, provider: undefined, options: [], lost: [] }
  const chains = listChainNames(config.source)
  const { options, lost } = readProvider(element.node, holder, chains)
  const instance = { source: config.source, variable: nameInstance(config.source) }
  return { sources, instance, config: config.variable, provider: holder, options, lost }
}

function findProviders(source: Source, kit: Kit, name: string): readonly Found<JSXElement>[] {
  return findLocals(source, name, kit.isTheirs)
    .flatMap((local) => source.references.get(local) ?? [])
    .filter(({ parents }) => parents.at(-1)?.type === 'JSXOpeningElement')
    .flatMap((reference) => findElement(reference) ?? [])
}

function chooseConfig(configs: readonly Config[], holder: Source | undefined): Config | undefined {
  const here = configs.filter(({ source }) => source === holder)
  if (here.length > 0) return here.length === 1 ? here[0] : undefined
  const led = configs.filter((config) =>
    holder?.program.body.some(
      (node) =>
        node.type === 'ImportDeclaration' &&
        leadsTo(holder, node.source.value, config.source) &&
        node.specifiers.some((one) => one.type === 'ImportSpecifier' && isNamed(one.imported, config.variable)),
    ),
  )
  if (led.length > 0) return led.length === 1 ? led[0] : undefined
  return configs.length === 1 ? configs[0] : undefined
}

function listChainNames(source: Source): readonly string[] {
  return source.program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && /^(wagmi|viem|@rainbow-me\/rainbowkit)\/chains$/.test(node.source.value)
      ? node.specifiers.map(({ local }) => local.name)
      : [],
  )
}

/** Rewrites config, instance and provider of a file. What is left of the kit's names is for its rules. */
export function rewriteWagmi(wagmiKit: WagmiKit, draft: Draft, survey: Survey): void {
  const { kit } = wagmiKit
  const { source } = draft
  dropStyles(draft, kit)
  // A config without the instance over it would be half a site: then all of it stays.
  const configs = findConfigs(source, kit.isTheirs).filter(
    (config) => survey.instance && (config.theirs !== undefined || isInstanceOf(survey, config)),
  )
  dropConnectors(draft, kit, configs)
  // What is freed is known to the drafts before anything of the same name is asked for.
  freeMakers(draft, kit, configs, wagmiKit, survey)
  for (const config of configs) {
    const metadata = rewriteConfig(draft, config, wagmiKit.config)
    if (!isInstanceOf(survey, config)) continue
    const left = survey.lost.map((lost) => ({ message: sayLost(kit, lost), code: lost.code }))
    const project = config.theirs && findProperty(config.object, wagmiKit.project)
    if (project) left.push({ message: sayProject(kit, wagmiKit.project), code: undefined })
    const named = metadata.length > 0 ? [{ name: 'metadata', code: writeObject(source, metadata) }] : []
    // What the provider says of the site's name counts less than what the config says.
    const options = [...named, ...survey.options.filter(({ name }) => !named.some((one) => one.name === name))]
    const variable = writeInstance(draft, config, { options, left, isExported: survey.provider !== source })
    if (survey.provider === source) rewriteProvider(wagmiKit, draft, variable)
  }
  if (survey.provider === source && survey.instance && survey.instance.source !== source)
    rewriteProvider(wagmiKit, draft, importInstance(draft, survey.instance))
  dropUnused(draft, kit)
}

/** On one line where it fits, as an option of the instance. */
function writeObject({ style: { indent, line } }: Source, entries: readonly string[]): string {
  const short = `{ ${entries.join(', ')} }`
  if (short.length < 90) return short
  return `{${line}${entries.map((entry) => `${indent}${indent}${entry},${line}`).join('')}${indent}}`
}

function isInstanceOf({ instance, config: variable }: Survey, config: Config): boolean {
  return instance?.source === config.source && variable === config.variable
}

function dropStyles(draft: Draft, kit: Kit): void {
  for (const node of draft.source.program.body) {
    if (node.type === 'ImportDeclaration' && kit.isTheirs(node.source.value) && node.specifiers.length === 0)
      draft.dropImport(node)
  }
}

/** Lists of wallets that only feed `connectors`: wallets announce themselves. */
function dropConnectors(draft: Draft, kit: Kit, configs: readonly Config[]): void {
  const makers = findLocals(draft.source, 'connectorsForWallets', kit.isTheirs)
  const isMade = (node: Node | null | undefined): boolean =>
    node?.type === 'CallExpression' && makers.some((maker) => isNamed(node.callee, maker))
  const variables = listVariables(draft.source)
    .filter(({ declarator }) => isMade(declarator.init))
    .map(({ declarator }) => declarator.id)
  for (const { object } of configs) {
    removeItems(draft.edits, draft.source.text, object.properties, (property) => {
      if (readKey(property) !== 'connectors' || property.type !== 'ObjectProperty') return false
      const { value } = property
      return isMade(value) || variables.some((id) => id.type === 'Identifier' && isNamed(value, id.name))
    })
  }
}

function freeMakers(draft: Draft, kit: Kit, configs: readonly Config[], { provider }: WagmiKit, survey: Survey): void {
  for (const imported of draft.imports) {
    if (!kit.isTheirs(imported.module)) continue
    const isConfig =
      imported.name === 'getDefaultConfig' &&
      imported.references.every(({ parents }) => configs.some(({ theirs }) => theirs === parents.at(-1)))
    const isProvider = imported.name === provider && survey.provider === draft.source
    if (isConfig || isProvider) draft.free(imported)
  }
}

function rewriteProvider({ kit, provider }: WagmiKit, draft: Draft, variable: string): void {
  const tag = draft.need('latchkey/react', 'LatchkeyProvider')
  for (const { node } of findProviders(draft.source, kit, provider)) {
    const { openingElement, closingElement } = node
    const { start } = rangeOf(openingElement.name)
    const end = rangeOf(openingElement).end - (openingElement.selfClosing ? 2 : 1)
    draft.edits.replace(start, end, `${tag} latchkey={${variable}}${openingElement.selfClosing ? ' ' : ''}`)
    if (closingElement) draft.edits.replace(rangeOf(closingElement.name).start, rangeOf(closingElement.name).end, tag)
  }
}

/** What makes lists of wallets for a config. */
const LISTS = ['connectorsForWallets', 'getDefaultWallets']

/** Lists of wallets that nothing reads any more. */
function dropUnused(draft: Draft, kit: Kit): void {
  for (const { statement, declarator, isExported } of listVariables(draft.source)) {
    const { init, id } = declarator
    if (isExported || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue
    const { name } = init.callee
    if (!draft.imports.some((one) => one.local === name && LISTS.includes(one.name) && kit.isTheirs(one.module)))
      continue
    const locals =
      id.type === 'Identifier'
        ? [id.name]
        : id.type === 'ObjectPattern'
          ? id.properties.map((property) =>
              property.type === 'ObjectProperty' && property.value.type === 'Identifier' ? property.value.name : '',
            )
          : ['']
    const isUsed = locals.some(
      (local) =>
        local === '' ||
        (draft.source.references.get(local) ?? []).some(({ node }) => !draft.edits.isGone(rangeOf(node))),
    )
    if (!isUsed) removeItems(draft.edits, draft.source.text, draft.source.program.body, (each) => each === statement)
  }
}
