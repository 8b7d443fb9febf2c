import { type ReactNode, useState } from 'react'
import { changePurchase } from '../../../core/features/onramp/actions.ts'
import {
  guessCurrency,
  listCurrencies,
  type PurchaseOption,
  searchOptions,
} from '../../../core/features/onramp/formRules.ts'
import { loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import { getCurrencyPicture, getPurchasePicture } from '../../../core/features/onramp/pictures.ts'
import { listPurchases } from '../../../core/features/onramp/rules.ts'
import type { PurchaseForm } from '../../../core/features/onramp/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Field } from '../../parts/Field.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { LegalGate } from '../legal/LegalGate.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import styles from './onramp.css?inline'
import { nameCurrency, sayCurrencySign } from './onrampFormat.ts'
import { usePurchaseForm } from './usePurchaseForm.ts'

/** Choices from which on they can be searched: fewer are seen at once. */
const SEARCHED_FROM = 8

/** Rows drawn while it is not known what is sold. */
const GHOSTS = 5

/** What to buy. */
export function OnRampTokenSelect() {
  const { options } = useInstance()
  const t = useRoomText(onrampWords)
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const { state, providers } = usePurchaseForm(true)
  return (
    <Choice
      title={t('title.OnRampTokenSelect')}
      status={state.options?.status}
      choices={listPurchases(providers, networkId).map(({ symbol, name }) => ({ code: symbol, name }))}
      current={state.form.symbol}
      drawPicture={(symbol) => <Picture src={getPurchasePicture(options, symbol)} name={symbol} round />}
      toChange={(symbol) => ({ symbol })}
    />
  )
}

/** What to pay in. */
export function OnRampFiatSelect() {
  const { options } = useInstance()
  const t = useRoomText(onrampWords)
  const { state, providers } = usePurchaseForm(true)
  return (
    <Choice
      title={t('title.OnRampFiatSelect')}
      status={state.options?.status}
      choices={listCurrencies(providers, guessCurrency(navigator.language)).map((code) => ({
        code,
        name: nameCurrency(t, code),
      }))}
      current={state.form.currency}
      drawPicture={(code) => <Picture src={getCurrencyPicture(options, code)} name={sayCurrencySign(t, code)} round />}
      toChange={(currency) => ({ currency })}
    />
  )
}

/** One thing to choose, behind the terms where a site asks for them; searched where there are many. */
function Choice({ title, status, choices, current, drawPicture, toChange }: ChoiceProps) {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const network = useNetworkName()
  const [query, setQuery] = useState('')
  const found = searchOptions(choices, query)
  if (status === 'failed') {
    return (
      <div className="failed-line" role="alert">
        <span>{t('onramp.unread')}</span>
        <Button kind="plain" small focusKey="again" onPress={() => void loadOnramp(instance)}>
          {t('action.tryAgain')}
        </Button>
      </div>
    )
  }
  return (
    <LegalGate reason={t('onramp.legal')}>
      <div className="onramp-choice">
        {choices.length < SEARCHED_FROM ? null : (
          <Field icon="search" label={t('onramp.search')} value={query} onChange={setQuery} focusKey="search" />
        )}
        {status !== 'ready' ? (
          Array.from({ length: GHOSTS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
            <Skeleton key={index} kind="row" />
          ))
        ) : found.length === 0 ? (
          <Empty
            picture={TOKENS_DRAWING}
            text={choices.length === 0 ? t('onramp.none', { network }) : t('onramp.noMatch', { query: query.trim() })}
          />
        ) : (
          <List label={title} role="listbox">
            {found.map(({ code, name }) => (
              <Row
                key={code}
                picture={drawPicture(code)}
                title={<bdi>{name}</bdi>}
                note={<bdi>{code}</bdi>}
                isCurrent={code === current}
                focusKey={code === current ? 'current' : `choice:${code}`}
                onPress={() => {
                  changePurchase(instance, toChange(code))
                  goBack(instance)
                }}
              />
            ))}
          </List>
        )}
      </div>
    </LegalGate>
  )
}
type ChoiceProps = {
  readonly title: string
  /** How reading what is sold stands. */
  readonly status: 'loading' | 'ready' | 'failed' | undefined
  readonly choices: readonly PurchaseOption[]
  /** Code of the one in use. */
  readonly current: string | undefined
  readonly drawPicture: (code: string) => ReactNode
  readonly toChange: (code: string) => Partial<PurchaseForm>
}
