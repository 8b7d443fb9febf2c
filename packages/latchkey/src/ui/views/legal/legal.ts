import type { ComponentType } from 'react'

/** What speaks of a site's terms and policy. */
export type LegalRoom = {
  /** `says` tells that going on is accepting, `asks` is the words of the checkbox. */
  readonly LegalSentence: ComponentType<{ readonly kind: 'says' | 'asks' }>
  readonly LegalTick: ComponentType<LegalTickProps>
}

export type LegalTickProps = {
  /** Id of the line that says why. */
  readonly why: string
  readonly isBlocked: boolean
  /** Default: to choose a wallet. */
  readonly reason: string | undefined
}
