import { useContext, useEffect, useState } from 'react'
import type { Options } from '../../../core/types/options.ts'
import { ModalContext } from '../../hooks.ts'
import { pick } from '../../pick.ts'
import type { LegalRoom } from './legal.ts'

/** Whether a site has terms or a policy, of which its list of wallets speaks. */
export function hasLegal({ termsConditionsUrl, privacyPolicyUrl }: Options): boolean {
  return (termsConditionsUrl ?? privacyPolicyUrl) !== undefined
}

/** Loads what speaks of them. */
export function loadLegalRoom(): Promise<LegalRoom> {
  return import('./legalRoom.ts').then(pick('LEGAL_ROOM'))
}

/** What speaks of a site's terms and policy. The modal is drawn with it, but where the site has named them later. */
export function useLegalRoom(): { readonly room?: LegalRoom | undefined; readonly failure?: unknown } {
  const room = useContext(ModalContext)?.legal
  const [late, setLate] = useState<{ readonly room?: LegalRoom; readonly failure?: unknown }>({})
  useEffect(() => {
    if (!room)
      loadLegalRoom().then(
        (loaded) => setLate({ room: loaded }),
        (failure: unknown) => setLate({ failure }),
      )
  }, [room])
  return room ? { room } : late
}
