import { type ReactNode, useState } from 'react'
import { changeSwap, loadSwapTokens } from '../../../core/features/swap/actions.ts'
import type { SwapToken } from '../../../core/features/swap/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { useInstance } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { RowGrid } from '../../parts/RowGrid.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useFreshBalances } from '../account/useBalances.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useNetworkName } from '../useNetworkName.ts'
import { useViewData } from '../useViewData.ts'
import { Veil } from '../Veil.tsx'
import { groupAssets } from './groupAssets.ts'
import styles from './swap.css?inline'
import { sayAmount, sayWorth } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'
import { useOutside } from './useOutside.ts'
import { type SwapAsset, useSwapping } from './useSwapping.ts'

/** Rows drawn while tokens are on their way. */
const GHOSTS = 5

/** Height of a row before one was measured, in px. */
const ROW_HEIGHT = 56

const toColumns = (): number => 1
const nothing = (): void => {}

/** The token to pay with or to get: what the account holds first, then what can be swapped here, or any by its address. */
export function SwapSelectToken() {
  useStyles(styles)
  useFreshBalances()
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const { side } = useViewData('SwapSelectToken')
  const [query, setQuery] = useState('')
  const swapping = useSwapping()
  const groups = swapping?.assets && groupAssets(swapping.assets, query)
  const used = side === 'from' ? swapping?.to : swapping?.from
  const current = side === 'from' ? swapping?.from : swapping?.to
  const choose = ({ key, address, name, symbol, decimals, iconUrl, isListed, takesPermit }: SwapToken): void => {
    const token: SwapToken = { key, address, name, symbol, decimals, iconUrl, isListed, takesPermit }
    changeSwap(instance, { [side]: token })
    goBack(instance)
  }
  const isUsed = ({ key }: SwapAsset): boolean => key === used?.key
  const isEmpty = groups !== undefined && groups.held.length + groups.others.length === 0
  return (
    <div className="swap">
      <Field icon="search" label={t('swap.search')} value={query} onChange={setQuery} focusKey="search" />
      {swapping?.status === 'failed' ? (
        <div className="failed-line" role="alert">
          <span>{t('swap.notStarted')}</span>
          <Button kind="plain" small focusKey="again" onPress={() => void loadSwapTokens(instance, { isAnew: true })}>
            {t('action.tryAgain')}
          </Button>
        </div>
      ) : groups === undefined ? (
        Array.from({ length: GHOSTS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
          <Skeleton key={index} kind="row" />
        ))
      ) : null}
      {groups !== undefined && groups.suggested.length > 0 ? (
        <section>
          <h3 className="list-title" id="swap-suggested">
            {t('swap.suggested')}
          </h3>
          <fieldset className="swap-chips" aria-labelledby="swap-suggested">
            {groups.suggested.map((asset) => (
              <button
                key={asset.key}
                type="button"
                className="swap-chip"
                aria-disabled={isUsed(asset) || undefined}
                aria-pressed={asset.key === current?.key}
                data-focus-key={`suggested:${asset.key}`}
                onClick={isUsed(asset) ? undefined : () => choose(asset)}
              >
                <Picture src={asset.iconUrl} name={asset.symbol} size="small" round />
                <bdi>{asset.symbol}</bdi>
              </button>
            ))}
          </fieldset>
        </section>
      ) : null}
      {groups !== undefined && groups.held.length > 0 ? (
        <Section title={t('send.tokens')}>
          <List label={t('send.tokens')} role="listbox">
            {groups.held.map((asset) => (
              <Row
                key={asset.key}
                picture={<Picture src={asset.iconUrl} name={asset.symbol} round />}
                title={<bdi>{asset.name}</bdi>}
                note={<Holding asset={asset} />}
                end={asset.key === current?.key ? undefined : <Worth asset={asset} />}
                isCurrent={asset.key === current?.key}
                disabledReason={isUsed(asset) ? t('swap.inUse') : undefined}
                focusKey={`token:${asset.key}`}
                onPress={() => choose(asset)}
              />
            ))}
          </List>
        </Section>
      ) : null}
      {groups !== undefined && groups.others.length > 0 ? (
        <Section title={t('swap.others')}>
          <RowGrid
            label={t('swap.others')}
            className="swap-cells"
            count={groups.others.length}
            firstHeight={ROW_HEIGHT}
            toColumns={toColumns}
            getName={(index) => groups.others[index]?.name ?? ''}
            getKey={(index) => groups.others[index]?.key ?? ''}
            drawCell={(index, stop) => {
              const asset = groups.others[index]
              return asset === undefined ? null : (
                <button
                  type="button"
                  className="row plain"
                  {...stop}
                  aria-disabled={isUsed(asset) || undefined}
                  aria-current={asset.key === current?.key || undefined}
                  data-focus-key={`token:${asset.key}`}
                  onClick={isUsed(asset) ? undefined : () => choose(asset)}
                >
                  <Picture src={asset.iconUrl} name={asset.symbol} round />
                  <span className="row-text">
                    <span className="row-title">
                      <bdi>{asset.name}</bdi>
                    </span>
                    <span className="row-note">{isUsed(asset) ? t('swap.inUse') : <bdi>{asset.symbol}</bdi>}</span>
                  </span>
                </button>
              )
            }}
            onEnd={nothing}
            endKey={groups.others.length}
          />
        </Section>
      ) : null}
      {isEmpty ? <Outside query={query.trim()} onChoose={choose} /> : null}
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="list-title">{title}</h3>
      {children}
    </section>
  )
}

function Holding({ asset }: { readonly asset: SwapAsset }) {
  const t = useRoomText(SWAP_WORDS)
  const isHidden = useHidesBalances()
  return (
    <bdi dir="ltr">
      {isHidden ? <Veil of={asset.symbol} /> : `${sayAmount(t, asset.balance ?? 0n, asset)} ${asset.symbol}`}
    </bdi>
  )
}

function Worth({ asset }: { readonly asset: SwapAsset }) {
  const t = useRoomText(SWAP_WORDS)
  const isHidden = useHidesBalances()
  const worth = sayWorth(t, asset.balance, asset)
  return worth === undefined || isHidden ? null : <bdi dir="ltr">{worth}</bdi>
}

/** Nothing of the list fits: an address may be that of a token all the same, which is offered with a warning. */
function Outside({ query, onChoose }: { readonly query: string; readonly onChoose: (token: SwapToken) => void }) {
  const t = useRoomText(SWAP_WORDS)
  const network = useNetworkName()
  const found = useOutside(query)
  if (found === undefined || found === null) {
    const text =
      query === ''
        ? t('swap.unavailable', { network })
        : found === null
          ? t('swap.outside.none', { network })
          : t('send.noMatch', { query })
    return <Empty picture={TOKENS_DRAWING} text={text} />
  }
  if (found === 'reading') return <Skeleton kind="row" />
  return (
    <div className="swap-outside" role="alert">
      <div className="swap-panel">
        <div className="swap-change">
          <Picture src={undefined} name={found.symbol} round />
          <span className="row-text">
            <span className="row-title">
              <bdi>{found.name}</bdi>
            </span>
            <span className="row-note">
              <bdi>{found.symbol}</bdi>
            </span>
          </span>
        </div>
        <AddressText address={found.address ?? ''} full />
      </div>
      <Notice kind="warn">
        <p>
          <b>{t('swap.outside')}</b> <span>{t('swap.outside.more')}</span>
        </p>
      </Notice>
      <Button kind="plain" wide focusKey="outside" onPress={() => onChoose(found)}>
        {t('swap.outside.use', { token: found.symbol })}
      </Button>
    </div>
  )
}
