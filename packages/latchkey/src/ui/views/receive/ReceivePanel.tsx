import { useState } from 'react'
import { toPaymentLink } from '../../../core/features/receive/rules.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import type { Account } from '../../../core/types/adapter.ts'
import type { Network } from '../../../core/types/network.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { readAmount } from '../../../core/values/readAmount.ts'
import { useInstance } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { Field } from '../../parts/Field.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Row } from '../../parts/Row.tsx'
import { receiveWords } from '../../text/rooms/receiveWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { copyText } from '../copyText.ts'
import { PictureButton } from './PictureButton.tsx'

/** Most pictures of networks in a row. */
const PICTURES = 5

/** One address: its code, its text in groups of four, what it can be paid on, and a request for an amount. */
export function ReceivePanel({ account, name, networks, network }: ReceivePanel.Props) {
  const instance = useInstance()
  const t = useRoomText(receiveWords)
  const [typed, setTyped] = useState('')
  const { address, type } = account
  const { symbol, decimals } = network.nativeCurrency
  const quantity = readAmount(typed, decimals)
  const request = quantity === undefined ? undefined : toPaymentLink(network, address, quantity)
  const canAsk = toPaymentLink(network, address, '1') !== undefined
  const kind = type === 'eoa' ? undefined : t(`wallets.type.${type}`)
  const heading = name ?? kind
  return (
    <>
      <QrCode
        text={request ?? address}
        label={request === undefined ? t('receive.code') : t('receive.codeAsked', { amount: `${quantity} ${symbol}` })}
        picture={<Picture src={getNetworkImage(instance.options, network)} name={network.name} />}
      />
      <div className="panel">
        {heading === undefined ? null : (
          <p className="receiver">
            <bdi>{heading}</bdi>
          </p>
        )}
        <AddressText address={address} full />
      </div>
      {networks.length > 1 ? (
        <Row
          title={t('receive.networks', { count: networks.length })}
          end={
            <>
              <span className="stack">
                {networks.slice(0, PICTURES).map((each) => (
                  <Picture
                    key={each.caipNetworkId}
                    src={getNetworkImage(instance.options, each)}
                    name={each.name}
                    size="small"
                    round
                  />
                ))}
              </span>
              <Icon name="chevron" small turns />
            </>
          }
          focusKey="networks"
          onPress={() =>
            pushView(
              instance,
              { view: 'WalletCompatibleNetworks', data: { namespace: network.chainNamespace } },
              'networks',
            )
          }
        />
      ) : (
        <p className="aside">{t('receive.only', { network: network.name })}</p>
      )}
      {canAsk ? (
        <Disclosure label={t('receive.ask')}>
          <Field
            label={t('receive.amount', { coin: symbol })}
            value={typed}
            onChange={setTyped}
            inputMode="decimal"
            focusKey="amount"
            error={
              typed.trim() !== '' && request === undefined ? t('receive.amountWrong', { coin: symbol }) : undefined
            }
          />
        </Disclosure>
      ) : null}
      {request === undefined ? null : (
        <Button
          kind="plain"
          wide
          icon="copy"
          focusKey="copyRequest"
          onPress={() => void copyText(instance, request, 'linkCopied')}
        >
          {t('receive.copyRequest')}
        </Button>
      )}
      <Button
        kind="main"
        wide
        icon="copy"
        focusKey="copy"
        onPress={() => void copyText(instance, address, 'addressCopied')}
      >
        {t('action.copyAddress')}
      </Button>
      <PictureButton
        text={request ?? address}
        title={request === undefined ? network.name : `${quantity} ${symbol}, ${network.name}`}
        address={address}
        name={`receive-${address.slice(0, 12)}`}
      />
      <ShareButton text={request ?? address}>{t('receive.share')}</ShareButton>
    </>
  )
}
export declare namespace ReceivePanel {
  type Props = {
    readonly account: Account
    readonly name: string | undefined
    /** The first is `network`. */
    readonly networks: readonly Network[]
    readonly network: Network
  }
}

/** Hands a text to the device's own share sheet, where the page may open one. */
function ShareButton({ text, children }: { readonly text: string; readonly children: string }) {
  const instance = useInstance()
  const navigator = instance.services.walletWindow?.navigator
  if (!navigator?.share || !instance.services.browser.isMobile()) return null
  return (
    <Button
      kind="plain"
      wide
      focusKey="share"
      // The sheet says itself what went wrong, and a visitor who closes it changed their mind.
      onPress={() => void navigator.share?.({ text }).catch(() => {})}
    >
      {children}
    </Button>
  )
}
