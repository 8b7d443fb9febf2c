import { useEffect, useState } from 'react'
import { getOwner, loadPermissions } from '../../../core/features/permissions/fetchPermissions.ts'
import { revoke } from '../../../core/features/permissions/revoke.ts'
import { isBait, mayJoin, sumRisk } from '../../../core/features/permissions/rules.ts'
import {
  type Approval,
  type Permission,
  type PermissionsState,
  permissionsOf,
} from '../../../core/features/permissions/state.ts'
import { formatFiat } from '../../../core/features/tokens/rules.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { permissionWords } from '../../text/rooms/permissionWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { toNetworkName } from '../toNetworkName.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useNetworkName } from '../useNetworkName.ts'
import { PermissionRow } from './PermissionRow.tsx'
import styles from './permissions.css?inline'
import { useTitleOf } from './useTitleOf.ts'

/** What this site and others may do, each with the one button that ends it. */
export function AppPermissions() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(permissionWords)
  const state = useLatchkeyState(permissionsOf, (permissions) => permissions)
  const owner = useLatchkeyState('accounts', () => getOwner(instance))
  // Whoever signs in, connects or leaves meanwhile changes what there is.
  const connections = useLatchkeyState('connection', ({ byNamespace }) => byNamespace)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew for another account, and for other wallets
  useEffect(() => void loadPermissions(instance), [instance, owner, connections])
  const [showsBait, setShowsBait] = useState(false)
  const end = useEnding()

  const isKnown = state.owner === owner && state.permissions !== undefined
  const all = isKnown ? (state.permissions ?? []) : []
  const here = all.filter((each): each is Exclude<Permission, Approval> => !('contract' in each))
  const approvals = all.filter((each): each is Approval => 'contract' in each)
  const shown = approvals.filter((each) => !isBait(each))
  const bait = approvals.filter(isBait)
  const toRow = (permission: Permission): React.ReactNode => (
    <PermissionRow
      key={permission.id}
      permission={permission}
      isEnding={state.ending.includes(permission.id)}
      ending={state.ended[permission.id]}
      onEnd={() => void end([permission])}
    />
  )
  return (
    <div className="permissions" aria-busy={!isKnown}>
      {here.length === 0 ? null : (
        <section>
          <h3 className="list-title">{t('permissions.here')}</h3>
          <List label={t('permissions.here')} plain>
            {here.map(toRow)}
          </List>
        </section>
      )}
      <section>
        <h3 className="list-title">{t('permissions.others')}</h3>
        <Wholeness state={state} isKnown={isKnown} />
        {!isKnown ? (
          <>
            <HiddenText>{t('permissions.loading')}</HiddenText>
            <Skeleton kind="row" />
            <Skeleton kind="row" />
          </>
        ) : (
          <>
            <Risk approvals={shown} />
            {shown.length === 0 ? (
              state.approvals === 'read' && state.unavailable?.length === 0 ? (
                <p className="permissions-note">{t('permissions.none')}</p>
              ) : null
            ) : (
              <List label={t('permissions.others')} plain>
                {shown.map(toRow)}
              </List>
            )}
            <EndAll approvals={shown} isBusy={state.ending.length > 0} onEnd={(wanted) => void end(wanted)} />
          </>
        )}
      </section>
      {bait.length === 0 ? null : (
        <section>
          <div className="failed-line">
            <p>{t('permissions.bait', { count: bait.length })}</p>
            <Button kind="quiet" small focusKey="bait" onPress={() => setShowsBait(!showsBait)}>
              {t(showsBait ? 'activity.hideAgain' : 'activity.showHidden')}
            </Button>
          </div>
          {showsBait ? (
            <>
              <Notice kind="warn">{t('permissions.bait.more')}</Notice>
              <List label={t('permissions.bait', { count: bait.length })} plain>
                {bait.map(toRow)}
              </List>
            </>
          ) : null}
        </section>
      )}
      {isKnown ? (
        <Button
          kind="quiet"
          wide
          icon={REFRESH}
          busy={state.status === 'loading'}
          focusKey="refresh"
          onPress={() => void loadPermissions(instance, { isFresh: true })}
        >
          {t('activity.refresh')}
        </Button>
      ) : null}
    </div>
  )
}

/** Ends permissions, and says aloud how that went. */
function useEnding(): (wanted: readonly Permission[]) => Promise<void> {
  const instance = useInstance()
  const t = useRoomText(permissionWords)
  const announce = useAnnounce()
  const toTitle = useTitleOf()
  return async (wanted) => {
    const endings = await revoke(instance, wanted)
    const ended = wanted.filter(({ id }) => endings.some((each) => each.id === id && each.outcome === 'ended'))
    if (ended.length > 0) announce(t('permissions.ended', { what: ended.map(toTitle).join(', ') }), 'polite')
    const rest = endings.find(({ outcome }) => outcome !== 'ended')
    if (rest?.outcome === 'stands') announce(t('permissions.stands'), 'assertive')
    else if (rest?.outcome === 'unclear') announce(t('permissions.unclear'), 'polite')
    else if (rest) announce(t('permissions.notEnded'), 'polite')
  }
}

/** How whole the list is, where it is not. */
function Wholeness({ state, isKnown }: { readonly state: PermissionsState; readonly isKnown: boolean }) {
  const instance = useInstance()
  const t = useRoomText(permissionWords)
  const networks = useLatchkeyState('networks', (all) => all)
  if (!isKnown) return null
  const toNames = (ids: readonly NetworkId[] = []): string =>
    new Intl.ListFormat(t.locale, { type: 'unit', style: 'short' }).format(
      ids.map((id) => toNetworkName(t, networks, id)),
    )
  const { approvals, unavailable = [], incomplete = [] } = state
  if (approvals === 'unserved') return <p className="permissions-note">{t('permissions.unserved')}</p>
  const hasFailed = approvals === 'failed'
  return (
    <>
      {hasFailed || unavailable.length > 0 ? (
        <div className="failed-line" role="status" data-failure="DATA_UNAVAILABLE">
          <p>{hasFailed ? t('permissions.failed') : t('permissions.away', { network: toNames(unavailable) })}</p>
          <Button
            kind="plain"
            small
            icon={REFRESH}
            focusKey="retry"
            onPress={() => void loadPermissions(instance, { isFresh: true })}
          >
            {t('connect.retry')}
          </Button>
        </div>
      ) : null}
      {incomplete.length === 0 ? null : (
        <p className="permissions-note">{t('permissions.partial', { network: toNames(incomplete) })}</p>
      )}
    </>
  )
}

/** What could be taken of everything, once. */
function Risk({ approvals }: { readonly approvals: readonly Approval[] }) {
  const t = useRoomText(permissionWords)
  const isHidden = useHidesBalances()
  const amount = formatFiat(sumRisk(approvals), { locale: t.region, currency: CURRENCY })
  if (amount === undefined || isHidden) return null
  return <p className="permissions-risk">{t('permissions.risk', { amount })}</p>
}

/** One press for all of the network in use, where there are several. */
function EndAll({
  approvals,
  isBusy,
  onEnd,
}: {
  readonly approvals: readonly Approval[]
  readonly isBusy: boolean
  readonly onEnd: (wanted: readonly Approval[]) => void
}) {
  const t = useRoomText(permissionWords)
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const network = useNetworkName()
  const own = approvals.filter((each) => each.networkId === networkId && mayJoin(each))
  if (own.length < 2) return null
  return (
    <Button kind="plain" wide busy={isBusy} focusKey="endAll" onPress={() => onEnd(own)}>
      {t('permissions.endAll', { count: own.length, network })}
    </Button>
  )
}
