import { pushView } from '../../../core/flow/pushView.ts'
import type { SocialProvider } from '../../../core/ways/embedded/socialStore.ts'
import { useInstance } from '../../hooks.ts'
import { Divider } from '../../parts/Divider.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { openSocial } from './openSocial.ts'
import { SocialPicture } from './SocialPicture.tsx'
import styles from './social.css?inline'
import { useSocials } from './useSocials.ts'

/** So many stand in the list at most; of more, those beside the first are four and the way to all. As specified. */
const MOST = 6
const BESIDE_MORE = 4

/** With so many beside it the first one still has room for its words. */
const BESIDE_WORDS = 2

/** The logins at other services in Connect: the first by its name, the others by their pictures. */
export function SocialChoice({ hasOrBefore, hasOrAfter, isWithEmail }: SocialChoice.Props) {
  useStyles(styles)
  const t = useRoomText(socialWords)
  const socials = useSocials()
  const or = <Divider>{t('social.or')}</Divider>
  const hasOr = isWithEmail || socials?.length !== 0
  return (
    <div className="social-choice">
      {hasOr && hasOrBefore ? or : null}
      {socials === undefined ? <div className="social-place" data-loading="" /> : <SocialButtons socials={socials} />}
      {hasOr && hasOrAfter ? or : null}
    </div>
  )
}
export declare namespace SocialChoice {
  type Props = {
    /** What stands before, or after, is another kind of way in: a line parts them. */
    readonly hasOrBefore: boolean
    readonly hasOrAfter: boolean
    /** The field for an e-mail is beside it, which that line is for as well. */
    readonly isWithEmail: boolean
  }
}

function SocialButtons({ socials }: { readonly socials: readonly SocialProvider[] }) {
  const t = useRoomText(socialWords)
  const [first, ...others] = socials
  if (first === undefined) return null
  const hasMore = socials.length > MOST
  const beside = hasMore ? others.slice(0, BESIDE_MORE) : others
  const tiles = beside.length + (hasMore ? 1 : 0)
  // Two are equal; more make room for the words of the first, in a line of its own where they are many.
  const isPair = socials.length === 2
  return (
    <fieldset
      className={`socials${isPair ? ' pair' : tiles > BESIDE_WORDS ? ' tall' : ''}`}
      data-tiles={tiles}
      aria-label={t('title.ConnectSocials')}
    >
      <SocialButton provider={first} hasWords />
      {beside.map((provider) => (
        <SocialButton key={provider.id} provider={provider} hasWords={isPair} />
      ))}
      {hasMore ? <MoreButton /> : null}
    </fieldset>
  )
}

function SocialButton({ provider, hasWords }: { readonly provider: SocialProvider; readonly hasWords: boolean }) {
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const focusKey = `social:${provider.id}`
  const name = t('title.ConnectingSocial', { provider: provider.label })
  return (
    <button
      type="button"
      className="button plain"
      aria-label={name}
      data-focus-key={focusKey}
      onClick={() => openSocial(instance, t, provider.id, focusKey)}
    >
      <SocialPicture provider={provider} size="tiny" />
      {hasWords ? <span>{name}</span> : null}
    </button>
  )
}

function MoreButton() {
  const instance = useInstance()
  const t = useRoomText(socialWords)
  return (
    <button
      type="button"
      className="button plain"
      aria-label={t('title.ConnectSocials')}
      data-focus-key="socials"
      onClick={() => pushView(instance, { view: 'ConnectSocials' }, 'socials')}
    >
      <svg className="social-mark dots" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="M4.5 10v.01M10 10v.01M15.5 10v.01" />
      </svg>
    </button>
  )
}
