import { useState } from 'react'
import { changeForm } from '../../../core/features/send/actions.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { foldText } from '../../../core/values/foldText.ts'
import { useInstance } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AddFunds } from '../AddFunds.tsx'
import { useFreshBalances } from '../account/useBalances.ts'
import styles from './send.css?inline'
import { useSending } from './useSending.ts'
import { Held } from './WalletSend.tsx'

/** Rows drawn while tokens are on their way. */
const GHOSTS = 3

/** What the account holds on this network, to choose one from. */
export function WalletSendSelectToken() {
  useStyles(styles)
  useFreshBalances()
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const [query, setQuery] = useState('')
  const sending = useSending()
  const tokens = sending?.tokens
  const wanted = foldText(query.trim())
  const found = tokens?.filter(
    ({ name, symbol, address }) =>
      foldText(`${name} ${symbol}`).includes(wanted) || (address ?? '').toLowerCase() === wanted,
  )
  return (
    <div className="send">
      <Field icon="search" label={t('send.search')} value={query} onChange={setQuery} focusKey="search" />
      {found === undefined ? (
        Array.from({ length: GHOSTS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
          <Skeleton key={index} kind="row" />
        ))
      ) : found.length === 0 ? (
        <Empty
          picture={TOKENS_DRAWING}
          text={wanted === '' ? t('send.none') : t('send.noMatch', { query: query.trim() })}
          action={wanted === '' ? <AddFunds /> : undefined}
        />
      ) : (
        <List label={t('send.tokens')} role="listbox">
          {found.map((token) => (
            <Row
              key={token.key}
              picture={<Picture src={token.iconUrl} name={token.symbol} round />}
              title={<bdi>{token.name}</bdi>}
              note={<Held token={token} wallet={sending?.connection.connector.name ?? ''} />}
              isCurrent={token.key === sending?.form.token}
              focusKey={`token:${token.key}`}
              onPress={() => {
                changeForm(instance, { token: token.key, nft: undefined, amount: '', isFiat: false })
                goBack(instance)
              }}
            />
          ))}
        </List>
      )}
    </div>
  )
}
