import { useEffect } from 'react'
import { type SocialProvider, socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { listSocials, loadSocials } from '../../../core/ways/embedded/socials.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** The services that are offered here, in their order; undefined until the gateway has said which it has. */
export function useSocials(): readonly SocialProvider[] | undefined {
  const instance = useInstance()
  const state = useLatchkeyState(socialOf, (all) => all)
  useEffect(() => void loadSocials(instance), [instance])
  return state.providers && listSocials(state, instance.options.features.socials)
}
