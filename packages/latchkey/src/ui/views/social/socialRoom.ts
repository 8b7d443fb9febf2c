import { ConnectingFarcaster } from './ConnectingFarcaster.tsx'
import { ConnectingSocial } from './ConnectingSocial.tsx'
import { ConnectSocials } from './ConnectSocials.tsx'
import { SocialChoice } from './SocialChoice.tsx'

/** All that is drawn for logins at other services, which is loaded together: a window opens in the very press that chooses one. */
export const SOCIAL_ROOM = { ConnectSocials, ConnectingFarcaster, ConnectingSocial, SocialChoice }
