import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  beginFinding,
  createWalletFinder,
  toQuery,
  type WalletFinder,
} from '../../../core/features/directory/createWalletFinder.ts'
import { isReachable } from '../../../core/features/directory/isReachable.ts'
import { listKnownWallets } from '../../../core/features/directory/listBundled.ts'
import { getShown, isAnswered, listTiles } from '../../../core/features/directory/listTiles.ts'
import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { directoryOf, INITIAL_DIRECTORY } from '../../../core/features/directory/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getRoute } from '../../../core/flow/router.ts'
import type { Network, NetworkId } from '../../../core/types/network.ts'
import { useAnnounce, useInstance, useLatchkeyState, usePreload } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { SEARCH_DRAWING } from '../../parts/lateDrawings.tsx'
import { preloadPictures } from '../../parts/preloadPictures.ts'
import { SwitchControl } from '../../parts/SwitchControl.tsx'
import { useSurroundings } from '../../parts/surroundings.ts'
import { TileGhosts, TileGrid } from '../../parts/TileGrid.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { findWords } from '../../text/rooms/findWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { toNetworkName } from '../toNetworkName.ts'
import { useViewData } from '../useViewData.ts'
import styles from './find.css?inline'
import { openWallet } from './openWallet.ts'
import { prepareWay, readFocusKey } from './prepareWay.ts'
import { useHeldTiles } from './useHeldTiles.ts'
import { useImpressions } from './useImpressions.ts'

/** Tiles whose place is kept while the list is on its way: those in sight. */
const GHOSTS = 16

/** Search, switch and grid over the whole directory. What is at hand and what is known is there in the first frame. Source: F-59. */
export function WalletFinderScreen() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(findWords)
  const announce = useAnnounce()
  const preload = usePreload()
  const surroundings = useSurroundings()
  const { networkId } = useViewData('AllWallets')
  const root = useRef<HTMLDivElement>(null)
  const finder = useRef<WalletFinder>(undefined)
  const connectors = useLatchkeyState('connectors', (state) => state)
  const stored = useLatchkeyState(directoryOf, (state) => state)
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  const networks = useLatchkeyState('networks', (state) => state)
  const { walletConnect } = instance.services
  // What another network's list has read is nothing to this one, whose own begins after the first frame.
  const finding = useMemo(
    () => (stored.finding?.networkId === networkId && stored.finding) || beginFinding(networkId),
    [stored.finding, networkId],
  )
  const directory = useMemo(() => ({ ...stored, finding }), [stored, finding])
  const known = useMemo(() => listKnownWallets(instance.options, networkId), [instance, networkId])

  useEffect(() => {
    const made = createWalletFinder(instance, {
      networkId,
      prepare: (wallets) =>
        preloadPictures(
          wallets.map((wallet) => wallet.imageUrl),
          surroundings,
        ),
    })
    finder.current = made
    void loadDirectory(instance)
    return () => made.close()
  }, [instance, networkId, surroundings])

  // What the tiles depend on: what is typed changes none of them before it is answered.
  const { featured, recommended, recent, byRdns, excluded } = stored
  const { isCertifiedOnly, browsed, found } = finding
  const listed = useMemo(
    () => ({
      ...INITIAL_DIRECTORY,
      ...{ featured, recommended, recent, byRdns, excluded },
      finding: { ...beginFinding(networkId), isCertifiedOnly, browsed, found },
    }),
    [featured, recommended, recent, byRdns, excluded, networkId, isCertifiedOnly, browsed, found],
  )
  const newest = useMemo(() => {
    const isMobile = instance.services.browser.isMobile()
    return listTiles({
      connectors,
      directory: listed,
      options: instance.options,
      namespace,
      known,
      isReachable: (wallet) => isReachable(instance, wallet, isMobile),
    })
  }, [connectors, listed, instance, known, namespace])
  // What is shown is an answer to this; an answer to something else is another list.
  const question = `${finding.found?.query} ${finding.isCertifiedOnly}`
  const { tiles: wallets, watched } = useHeldTiles(newest, question)
  const shown = getShown({ directory })
  const query = toQuery(finding.query)
  const isBusy = finding.status === 'searching'
  const isFirst = finding.status === 'loading'
  const page = shown?.page ?? 0

  const asksDirectory = instance.services.gateway !== null && instance.options.enableExplorer
  const total = finding.found ? wallets.length : directory.count

  // Says what has come: the answer to a search, or another page.
  const count = wallets.length
  const last = useRef({ page, count, found })
  useEffect(() => {
    const before = last.current
    last.current = { page, count, found }
    if (found !== undefined && found !== before.found) announce(t('find.found', { count }), 'polite')
    else if (found === undefined && page > 1 && page > before.page && count > before.count)
      announce(t('find.loaded', { count: count - before.count }), 'polite')
  }, [announce, count, found, page, t])

  const route = useLatchkeyState('router', getRoute)
  const [startAt] = useState(() =>
    Math.max(
      0,
      wallets.findIndex((wallet) => route.focusKey === toFocusKey(wallet.key)),
    ),
  )
  useImpressions(root, 'AllWallets', wallets)

  const tiles = useMemo(
    () =>
      wallets.map((wallet) => {
        const mark = wallet.isInstalled ? 'installed' : wallet.isCertified ? 'certified' : undefined
        return {
          key: wallet.key,
          name: wallet.name,
          former: wallet.formerName && t('connect.formerly', { name: wallet.formerName }),
          src: wallet.imageUrl,
          mark,
          note: mark && t(`find.${mark}`),
          focusKey: toFocusKey(wallet.key),
        } satisfies TileGrid.Tile
      }),
    [t, wallets],
  )
  const open = useCallback(
    (index: number) => {
      const wallet = wallets[index]
      if (wallet) openWallet(instance, wallet, { focusKey: toFocusKey(wallet.key), index, view: 'AllWallets' })
    },
    [instance, wallets],
  )
  const loadMore = useCallback(() => finder.current?.loadMore(), [])

  const scan = (key: string): void => pushView(instance, { view: 'ConnectingWalletConnect', data: {} }, key)
  return (
    <div
      ref={root}
      className="find"
      onPointerOver={({ target }) => {
        const key = readFocusKey(target)
        const wallet = wallets.find((each) => key === toFocusKey(each.key))
        if (wallet !== undefined || key === 'scan') prepareWay(instance, { wallet, preload })
      }}
    >
      <div className="find-search">
        <Field
          label={t('connect.search')}
          placeholder={
            directory.count > 0 && networkId === undefined
              ? t('find.placeholder', { count: directory.count })
              : undefined
          }
          icon="search"
          value={finding.query}
          focusKey="search"
          isBusy={isBusy}
          onChange={(value) => finder.current?.search(value)}
          end={
            walletConnect === null ? undefined : (
              <IconButton icon="qr" label={t('find.scan')} inline focusKey="scan" onPress={() => scan('scan')} />
            )
          }
        />
      </div>
      {networkId === undefined && !asksDirectory ? null : (
        // Kept from the first frame on: the switch comes with an answer, and must not move the tiles.
        <div className={asksDirectory ? 'find-line keeps' : 'find-line'}>
          {networkId !== undefined ? (
            <h3 className="find-title">{t('find.for', { network: toNetworkName(t, networks, networkId) })}</h3>
          ) : (
            <span className="find-title">{total > 0 ? t('find.found', { count: total }) : null}</span>
          )}
          {finding.hasCertified ? (
            <SwitchControl
              label={t('find.certifiedOnly')}
              isOn={finding.isCertifiedOnly}
              focusKey="certified"
              onChange={(isCertifiedOnly) => finder.current?.filter({ isCertifiedOnly })}
            />
          ) : null}
        </div>
      )}
      {isFirst && count === 0 ? (
        <div aria-busy="true">
          <HiddenText>{t('shell.loading')}</HiddenText>
          <TileGhosts count={GHOSTS} />
        </div>
      ) : count === 0 ? (
        <Nothing query={query} isAnswered={isAnswered(directory)} scan={scan} />
      ) : (
        <div aria-busy={isBusy} {...watched}>
          {isBusy ? <HiddenText>{t('find.searching')}</HiddenText> : null}
          <TileGrid
            key={question}
            label={t('connect.wallets')}
            tiles={tiles}
            startAt={startAt}
            endKey={page}
            onEnd={loadMore}
            onPress={open}
          />
          {isFirst && known.length === 0 ? <TileGhosts count={GHOSTS} /> : null}
        </div>
      )}
      {isBusy || isFirst ? null : <Foot finder={() => finder.current} />}
    </div>
  )
}

/** What stands below the tiles: more of them, what hides others, or what did not load. */
function Foot({ finder }: { readonly finder: () => WalletFinder | undefined }) {
  const t = useRoomText(findWords)
  const networks = useLatchkeyState('networks', (state) => state)
  const finding = useLatchkeyState(directoryOf, (state) => state.finding)
  const shown = finding && (finding.found ?? finding.browsed)
  if (!finding) return null
  if (finding.status === 'failed') {
    const isShort = shown === undefined || shown.isWhole
    return (
      <div className="failed-line" role="status" data-failure="DIRECTORY_DOWN">
        <p>{t(isShort ? 'failure.DIRECTORY_DOWN' : 'find.moreFailed')}</p>
        <Button kind="plain" small focusKey="retry" onPress={() => finder()?.retry()}>
          {t(isShort ? 'action.loadAll' : 'connect.retry')}
        </Button>
      </div>
    )
  }
  const hidden = finding.found?.hidden ?? 0
  if (hidden > 0) {
    const [only, ...others] = finding.networkId === undefined ? networks.all.map(toId) : [finding.networkId]
    const network = only === undefined || others.length > 0 ? t('find.siteNetworks') : toNetworkName(t, networks, only)
    return (
      <div className="failed-line" role="status">
        <p>{t('find.hidden', { count: hidden, network })}</p>
        <Button kind="plain" small focusKey="show" onPress={() => finder()?.filter({ isAnyNetwork: true })}>
          {t('find.show')}
        </Button>
      </div>
    )
  }
  if (shown === undefined || shown.isWhole) return null
  const isBusy = finding.status === 'loadingMore'
  return (
    <Button kind="plain" wide busy={isBusy} focusKey="more" onPress={() => finder()?.loadMore()}>
      {t('find.loadMore')}
    </Button>
  )
}

/** No tile at all: what was searched for is not there, or nothing could be listed. */
function Nothing({ query, isAnswered, scan }: Nothing.Props) {
  const { services } = useInstance()
  const t = useRoomText(findWords)
  const canScan = services.walletConnect !== null
  const text =
    query === undefined || !isAnswered ? t('find.nothing') : t(canScan ? 'find.none' : 'find.noneNoCode', { query })
  return (
    <Empty
      picture={SEARCH_DRAWING}
      text={text}
      action={
        canScan ? (
          <Button kind="plain" wide icon="qr" focusKey="scanInstead" onPress={() => scan('scanInstead')}>
            {t('find.scanInstead')}
          </Button>
        ) : undefined
      }
    />
  )
}
declare namespace Nothing {
  type Props = {
    readonly query: string | undefined
    readonly isAnswered: boolean
    readonly scan: (focusKey: string) => void
  }
}

function toFocusKey(key: string): string {
  return `wallet:${key}`
}

function toId(network: Network): NetworkId {
  return network.caipNetworkId
}
