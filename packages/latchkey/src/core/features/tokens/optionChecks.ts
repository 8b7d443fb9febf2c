import { type Mistake, type Shape, toInvalid } from '../../checks/findMistake.ts'
import { isPicture, PICTURE } from '../../checks/optionErrors.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'

export const TOKENS_SHAPES = {
  tokens: { '<evmNetworkId>': { 'address!': 'contract', image: 'text' } },
} as const satisfies Record<string, Shape>

/** Pictures that no page may show, which are left out in production (SEC-84), and tokens that stand nowhere. */
export function findTokensMistake(given: CreateLatchkeyOptions): Mistake | undefined {
  const wrong = Object.entries(given.tokens ?? {}).find(
    ([, token]) => token?.image !== undefined && !isPicture(token.image),
  )
  return wrong ? toInvalid(`tokens.${wrong[0]}.image`, PICTURE) : findStrayToken(given)
}

/** A token of a network that the site does not have stands nowhere. */
function findStrayToken({ tokens = {}, networks }: CreateLatchkeyOptions): Mistake | undefined {
  const ids: readonly string[] = networks.map(
    ({ id, chainNamespace = 'eip155', caipNetworkId }) => caipNetworkId ?? `${chainNamespace}:${id}`,
  )
  const stray = Object.keys(tokens).find((id) => !ids.includes(id))
  return stray === undefined
    ? undefined
    : toInvalid(`tokens key ${stray}`, `the id of one of networks (${ids.join(', ')})`)
}
