import { PERMIT2 } from '../../../core/features/permissions/rules.ts'
import type { Ending, Permission } from '../../../core/features/permissions/state.ts'
import { formatFiat } from '../../../core/features/tokens/rules.ts'
import { useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LOCK, USER } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { permissionWords } from '../../text/rooms/permissionWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { formatMoment } from '../formatTime.ts'
import { toNetworkName } from '../toNetworkName.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useTitleOf } from './useTitleOf.ts'

/** One permission: what it is, for whom, until when, and the button that ends it. */
export function PermissionRow({ permission, isEnding, ending, onEnd }: PermissionRow.Props) {
  const t = useRoomText(permissionWords)
  const title = useTitleOf()(permission)
  return (
    <div className="permission" data-permission={permission.kind}>
      <Row
        plain
        picture={<RowPicture permission={permission} title={title} />}
        title={<bdi>{title}</bdi>}
        note={<Note permission={permission} />}
        end={
          <Button kind="plain" small busy={isEnding} focusKey={`end:${permission.id}`} onPress={onEnd}>
            <span>{t('permissions.end')}</span>
            <HiddenText>{` ${title}`}</HiddenText>
          </Button>
        }
      />
      {permission.kind === 'connection' && permission.methods !== undefined ? (
        <Disclosure label={t('permissions.methods')}>
          <ul className="permission-methods">
            {permission.methods.map((method) => (
              <li key={method}>
                <bdi dir="ltr">{method}</bdi>
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
      {ending === undefined || ending.code === 'USER_REJECTED' ? null : (
        <p className="permissions-note" role="status" data-failure={ending.code ?? ending.outcome}>
          {t(
            ending.outcome === 'stands'
              ? 'permissions.stands'
              : ending.outcome === 'unclear'
                ? 'permissions.unclear'
                : 'permissions.notEnded',
          )}
        </p>
      )}
    </div>
  )
}
export declare namespace PermissionRow {
  type Props = {
    readonly permission: Permission
    readonly isEnding: boolean
    /** How the last try went, where it is not over. */
    readonly ending: Ending | undefined
    readonly onEnd: () => void
  }
}

function RowPicture({ permission, title }: { readonly permission: Permission; readonly title: string }) {
  if (permission.kind === 'connection') return <Picture src={permission.imageUrl} name={permission.walletName} />
  if ('contract' in permission) return <Picture src={permission.iconUrl} name={permission.symbol ?? title} round />
  return (
    <span className="pic glyph">
      <Icon name={permission.kind === 'signIn' ? USER : LOCK} />
    </span>
  )
}

/** For whom, where, until when, and how much is at risk: the parts that there are, one after the other. */
function Note({ permission }: { readonly permission: Permission }) {
  const t = useRoomText(permissionWords)
  const isHidden = useHidesBalances()
  const networks = useLatchkeyState('networks', (all) => all)
  const parts: React.ReactNode[] = []
  if (permission.kind === 'connection') parts.push(t('permissions.sees', { count: permission.addresses.length }))
  if (permission.kind === 'signIn') parts.push(<AddressText key="address" address={permission.address} />)
  if ('contract' in permission) {
    const [before, after] = t('permissions.for', { spender: '\u0000' }).split('\u0000')
    parts.push(
      <span key="for">
        <span>{before}</span>
        {permission.spender === PERMIT2 ? <bdi>Permit2</bdi> : <AddressText address={permission.spender} />}
        <span>{after}</span>
      </span>,
    )
  }
  if ('networkId' in permission && permission.kind !== 'signIn') {
    parts.push(toNetworkName(t, networks, permission.networkId))
  }
  if (permission.expiresAt !== undefined) {
    parts.push(t('permissions.until', { time: formatMoment(permission.expiresAt, t) }))
  }
  const amount =
    'contract' in permission && !isHidden
      ? formatFiat(permission.value, { locale: t.region, currency: CURRENCY })
      : undefined
  if (amount !== undefined) parts.push(t('permissions.atRisk', { amount }))
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place only
        <span key={index}>
          {index === 0 ? null : <span>{' · '}</span>}
          <span>{part}</span>
        </span>
      ))}
    </>
  )
}
