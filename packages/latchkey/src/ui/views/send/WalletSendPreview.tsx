import { useEffect, useState } from 'react'
import { fetchFee, sendTransfer } from '../../../core/features/send/actions.ts'
import { checkBitcoinTransfer } from '../../../core/features/send/checkBitcoinTransfer.ts'
import { checkSolanaTransfer } from '../../../core/features/send/checkSolanaTransaction.ts'
import { checkTransaction } from '../../../core/features/send/checkTransaction.ts'
import { findNamed, type SendToken, toAmountText, toRequest } from '../../../core/features/send/rules.ts'
import type { SendNft } from '../../../core/features/send/state.ts'
import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import { formatFiat, toQuantity } from '../../../core/features/tokens/rules.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import type { SendRequest } from '../../../core/types/adapter.ts'
import { toChecksum, toNftTransaction, toTransferTransaction } from '../../../core/ways/readChain.ts'
import { useInstance } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useOnline } from '../../shell/useOnline.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { RequestNotice } from '../RequestNotice.tsx'
import { TransactionNotice } from '../TransactionNotice.tsx'
import { Changes, ChangesAhead } from './Changes.tsx'
import { Choice } from './Choice.tsx'
import { FindingNotice } from './FindingNotice.tsx'
import { Outcome } from './Outcome.tsx'
import { Recipient, SentAmount } from './SentParts.tsx'
import styles from './send.css?inline'
import { type Sending, useSending } from './useSending.ts'

/** Everything once more, with what is worth knowing, before the wallet is asked. */
export function WalletSendPreview() {
  useStyles(styles)
  const t = useRoomText(sendWords)
  const sending = useSending()
  const request =
    sending &&
    toRequest(sending.form, sending.token ? [sending.token] : [], {
      namespace: sending.namespace,
      named: sending.state.named,
    })
  const token = sending?.token
  if (!token || !request) {
    return (
      <Notice kind="info">
        <p>
          <b>{t('send.valid')}</b> <span>{t('send.valid.more')}</span>
        </p>
      </Notice>
    )
  }
  return <Review sending={sending} token={token} request={request} />
}

type Checked = { readonly check: TransactionCheck; readonly fee: bigint | undefined }

/** The review of one transfer of one account: another one is checked anew. */
function Review({ sending, token, request }: Review.Props) {
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const { connection, network, namespace, state, step, form, tokens } = sending
  const name = findNamed(form, state.named)?.name
  const coinToken = tokens?.find(({ address }) => address === undefined)
  const amount = toAmountText(request.amount, token)
  const account = connection.accounts[0]?.address
  const transfer = token.nft && toTransfer(token.nft, account, request)
  const nftTransaction = transfer && toNftTransaction(transfer)
  const subject = `${connection.connector.id} ${account} ${network.caipNetworkId} ${token.key} ${amount} ${request.to}`
  const [checked, setChecked] = useState<Checked & { readonly subject: string }>()
  const [accepted, setAccepted] = useState<string>()
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one subject is checked once, and again when the network is back
  useEffect(() => {
    // What was found while there was a network stays.
    if (!isOnline && checked?.subject === subject) return
    let isOver = false
    const check = async (): Promise<void> => {
      if (namespace === 'bip122') {
        if (!isOver) setChecked({ check: checkBitcoinTransfer(instance, connection, request), fee: undefined, subject })
        return
      }
      if (namespace === 'solana') {
        const check = await checkSolanaTransfer(instance, connection, request)
        if (!isOver) setChecked({ check, fee: check.cost?.fee, subject })
        return
      }
      const transaction = nftTransaction ?? toTransferTransaction(request)
      // What was written counts, with its own upper and lower case.
      const [found, fee] = await Promise.all([
        checkTransaction(instance, { connection, request: transaction, recipient: request.to }),
        fetchFee(instance, connection, transaction),
      ])
      if (!isOver) setChecked({ check: found, fee, subject })
    }
    void check()
    return () => {
      isOver = true
    }
  }, [subject, isOnline])

  const current = checked?.subject === subject ? checked : undefined
  const findings = current?.check.findings.filter(isWorthSaying) ?? []
  const kept = findKept(findings, token)
  const isDanger = findings.some(({ level }) => level === 'danger')
  const isAsking = state.phase === 'asking'
  const mayLeave = current !== undefined && step === 'ready' && state.phase === 'idle'
  const coin = network.nativeCurrency
  const fee = current?.fee
  const inFiat = (units: bigint, { decimals, price }: Pick<SendToken, 'decimals' | 'price'>): string | undefined =>
    price === undefined
      ? undefined
      : formatFiat(Number(toQuantity(units, decimals)) * price, { locale: t.region, currency: CURRENCY })
  // What leaves the account, where amount and fee are of one coin.
  const total = token.address === undefined && fee !== undefined ? request.amount + fee : undefined
  return (
    <div className="send">
      <RequestNotice />
      <TransactionNotice />
      <div className="send-subject">
        <Picture src={token.iconUrl} name={token.symbol} size="large" round={!token.nft} />
        <SentAmount amount={amount} worth={inFiat(request.amount, token)} />
      </div>
      <Recipient address={namespace === 'eip155' ? toChecksum(request.to) : request.to} name={name} />
      <dl className="send-facts">
        <div>
          <dt>{t('send.from')}</dt>
          <dd>
            <Avatar address={account ?? ''} size="tiny" />
            <AddressText address={account ?? ''} />
          </dd>
        </div>
        <div>
          <dt>{t('send.network')}</dt>
          <dd>
            <bdi>{network.name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('send.fee')}</dt>
          <dd>
            {fee === undefined ? (
              t(namespace === 'bip122' ? 'send.feeByWallet' : 'send.feeUnknown')
            ) : (
              <>
                <bdi>{t('send.feeAbout', { amount: `${toShort(fee, coin.decimals)} ${coin.symbol}` })}</bdi>
                <InFiat>{coinToken && inFiat(fee, coinToken)}</InFiat>
              </>
            )}
          </dd>
        </div>
        {current?.check.cost?.rent ? (
          <div>
            <dt>{t('send.rent')}</dt>
            <dd>
              <bdi dir="ltr">{`${toQuantity(current.check.cost.rent, coin.decimals)} ${coin.symbol}`}</bdi>
            </dd>
          </div>
        ) : null}
        {kept === undefined ? null : (
          <>
            <div>
              <dt>{t('send.tokenFee')}</dt>
              <dd>
                <bdi dir="ltr">{toAmountText(kept.fee, token)}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('send.arrives')}</dt>
              <dd>
                <bdi dir="ltr">{toAmountText(kept.arrives, token)}</bdi>
              </dd>
            </div>
          </>
        )}
        {total === undefined ? null : (
          <div className="send-total">
            <dt>{t('send.total')}</dt>
            <dd>
              <bdi>{t('send.feeAbout', { amount: `${toShort(total, coin.decimals)} ${coin.symbol}` })}</bdi>
              <InFiat>{inFiat(total, token)}</InFiat>
            </dd>
          </div>
        )}
      </dl>
      {current === undefined ? (
        <ChangesAhead lines={1} />
      ) : (
        <Changes effects={current.check.effects} token={token} coin={coin} />
      )}
      {findings.map((finding) => (
        <FindingNotice key={finding.code} finding={finding} networkName={network.name} />
      ))}
      <Outcome sending={sending} />
      {isDanger ? (
        <Checkbox
          isChecked={accepted === subject}
          onChange={(isChecked) => setAccepted(isChecked ? subject : undefined)}
          focusKey="anyway"
        >
          {t('send.anyway')}
        </Checkbox>
      ) : null}
      <Choice isDanger={isDanger}>
        <Button kind={isDanger ? 'main' : 'plain'} wide focusKey="cancel" onPress={() => goBack(instance)}>
          {t('send.cancel')}
        </Button>
        <Button
          kind={isDanger ? 'plain' : 'main'}
          wide
          busy={isAsking || current === undefined}
          disabled={!mayLeave || (isDanger && accepted !== subject)}
          focusKey="send"
          onPress={() =>
            void sendTransfer(instance, { connection, request, amount, name, transaction: nftTransaction })
          }
        >
          {isAsking ? t('send.waiting', { wallet: connection.connector.name }) : <SendWords amount={amount} />}
        </Button>
      </Choice>
    </div>
  )
}
declare namespace Review {
  type Props = { readonly sending: Sending; readonly token: SendToken; readonly request: SendRequest }
}

function toTransfer(
  { contract, tokenId, standard }: SendNft,
  from: string | undefined,
  { to, amount }: SendRequest,
): Parameters<typeof toNftTransaction>[0] | undefined {
  // A token like any other to those who move it.
  if (standard === 'METAPLEX') return undefined
  return { from: from ?? '', to, contract, id: BigInt(tokenId), amount, standard }
}

/** The same in money, where its price is known. */
function InFiat({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null
  return (
    <bdi dir="ltr" className="send-fiat">
      {children}
    </bdi>
  )
}

/** What the button does; an amount that would fill the button stands above it alone. */
function SendWords({ amount }: { readonly amount: string }) {
  const t = useRoomText(sendWords)
  if (amount.length > LONG_AMOUNT) return <span>{t('send.send')}</span>
  return <Sentence pieces={t.pieces('send.do', { amount })} />
}

/** Characters of an amount that fit on two lines of a button on a page 320 px wide, in every language. */
const LONG_AMOUNT = 24

/** What the token keeps of this transfer and what arrives of it; undefined where it keeps nothing, or no node tried it. */
function findKept(
  findings: TransactionCheck['findings'],
  { address }: SendToken,
): { readonly fee: bigint; readonly arrives: bigint } | undefined {
  for (const { code, facts } of findings) {
    if (code !== 'TOKEN_FEE' || facts.token !== address || facts.fee === undefined) continue
    if (facts.arrives !== undefined) return { fee: facts.fee, arrives: facts.arrives }
  }
  return undefined
}

/** The fee to six digits, rounded up: nobody is told less than it takes. */
function toShort(wei: bigint, decimals: number): string {
  const step = decimals > 6 ? 10n ** BigInt(decimals - 6) : 1n
  return toQuantity(((wei + step - 1n) / step) * step, decimals)
}

/** What is said in words here; the rest concerns calls that this view never makes. */
function isWorthSaying({ code }: TransactionCheck['findings'][number]): boolean {
  return `send.finding.${code}` in sendWords
}
