import { useEffect } from 'react'
import type { FailureContext } from '../../../core/errors/failure.ts'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { cancelSignIn } from '../../../core/features/signIn/cancelSignIn.ts'
import { prepareSignIn } from '../../../core/features/signIn/prepareSignIn.ts'
import { signIn } from '../../../core/features/signIn/signIn.ts'
import { switchAndSign } from '../../../core/features/signIn/switchAndSign.ts'
import { useOtherAccount as leaveAccount } from '../../../core/features/signIn/useOtherAccount.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import type { SignInQuestion } from '../../../core/kernel/signIn/signIn.ts'
import { signInOf } from '../../../core/kernel/signIn/signIn.ts'
import { getConnectorImage } from '../../../core/values/getConnectorImage.ts'
import { linkTarget } from '../../../core/values/openLinks.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Button } from '../../parts/Button.tsx'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LOCK } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { signInWords } from '../../text/rooms/signInWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Details } from '../Details.tsx'
import { RequestNotice } from '../RequestNotice.tsx'
import { toHeadline } from '../toHeadline.ts'
import { useNetworkName } from '../useNetworkName.ts'
import signInCss from './signIn.css?inline'

/**
 * Asks the visitor to prove that the account is theirs: the text to read before, one button to sign, one to leave. Serves both
 * names of the view. Sources: F-28, F-33 to F-37, F-39.
 */
export function SIWXSignMessage() {
  const instance = useInstance()
  const question = useLatchkeyState(signInOf, (state) => state.question)
  const key = question && `${question.networkId}/${question.address}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for each account, not at each drawing
  useEffect(() => {
    void prepareSignIn(instance)
  }, [key])
  return question ? <Question question={question} /> : null
}

function Question({ question }: { readonly question: SignInQuestion }) {
  const instance = useInstance()
  const t = useRoomText(signInWords)
  useStyles(signInCss)
  const { phase, error, message, required, isSlow } = question
  const code = phase === 'failed' ? userMessage(error).code : undefined
  const isStopped = code !== undefined && userMessage(code).remedy === 'leave'
  const { title, sentence } = toWords(t, question, { site: instance.options.metadata.name, values: useWords(question) })
  return (
    <div className="attempt" data-failure={code} data-phase={phase}>
      <div className="centre">
        <Pair question={question} />
        {/* A new element for every message: a role that changes on an old one is not read out. */}
        <div key={code ?? `${phase}${isSlow}`} role={code ? 'alert' : 'status'}>
          <p className="title">{title}</p>
          {sentence === undefined ? null : <p className="sentence">{sentence}</p>}
        </div>
      </div>
      <RequestNotice />
      {code === 'UNKNOWN_FAILURE' ? <Details error={error} /> : null}
      <Disclosure label={t('signIn.text')}>
        {message === undefined ? (
          <p>{t('signIn.preparing')}</p>
        ) : (
          <pre className="signed-text" dir="ltr" translate="no">
            {message}
          </pre>
        )}
      </Disclosure>
      {required ? <p className="aside">{t('signIn.required')}</p> : null}
      <div className="both">
        <Button
          kind="plain"
          wide
          busy={phase === 'cancelling'}
          focusKey="cancel"
          onPress={() => void cancelSignIn(instance)}
        >
          {isStopped ? t('action.back') : t('signIn.cancel')}
        </Button>
        <Forward question={question} />
      </div>
    </div>
  )
}

/** The button that goes on: it signs, or does what helps. On a phone the tap itself opens the wallet, because nothing later may (F-23). */
function Forward({ question }: { readonly question: SignInQuestion }) {
  const instance = useInstance()
  const t = useRoomText(signInWords)
  const { phase, error, link } = question
  const { browser, walletWindow } = instance.services
  const values = useWords(question)
  const failure = phase === 'failed' ? userMessage(error) : undefined
  // Cancel beside it does the same, or nothing helps any more.
  if (phase === 'cancelling' || failure?.remedy === 'leave' || (question.isFinal && failure?.remedy === 'retry'))
    return null
  const isBusy = phase === 'signing'
  const isSign = failure === undefined || failure.remedy === 'retry' || failure.remedy === 'check'
  const press = (): void => {
    if (failure?.remedy === 'reload') browser.reload()
    else if (failure?.remedy === 'account') void leaveAccount(instance)
    else if (failure?.code === 'CHAIN_MISMATCH') void switchAndSign(instance)
    else if (isSign) void signIn(instance)
    else void cancelSignIn(instance)
  }
  const label = failure ? t(failure.remedy === 'check' ? 'action.tryAgain' : failure.button, values) : t('signIn.sign')
  if (isSign && link !== undefined && !isBusy) {
    return (
      <AppLink
        href={link}
        target={linkTarget('mobile', readPlatform(walletWindow), browser.isFramed())}
        focusKey="sign"
        onPress={press}
      >
        {label}
      </AppLink>
    )
  }
  return (
    <Button kind="main" wide busy={isBusy} focusKey="sign" onPress={press}>
      {label}
    </Button>
  )
}

/** The site and the wallet, joined. */
function Pair({ question }: { readonly question: SignInQuestion }) {
  const instance = useInstance()
  const { metadata } = instance.options
  const connector = useLatchkeyState('connection', (state) => getConnection(state, question.namespace)?.connector)
  return (
    <div className="joined" data-phase={question.phase}>
      <Picture src={metadata.icons[0]} name={metadata.name} size="large" />
      <span className="joint">
        <Icon name={question.phase === 'failed' ? 'close' : LOCK} small />
      </span>
      <Picture src={getConnectorImage(instance.options, connector)} name={question.walletName} size="large" />
    </div>
  )
}

/** What the sentences of a failure name. */
function useWords({ networkId, walletName, error }: SignInQuestion) {
  const { walletNetworkId } = (error?.facts ?? {}) as Partial<FailureContext>
  const network = useNetworkName(networkId)
  const other = useNetworkName(walletNetworkId)
  return { wallet: walletName, network, other, family: '', coin: '', amount: '' }
}

/** The large line and the one under it. */
function toWords(
  t: Translate,
  { phase, error, isSlow }: SignInQuestion,
  { site, values }: { readonly site: string; readonly values: ReturnType<typeof useWords> },
): { readonly title: string; readonly sentence: string | undefined } {
  if (phase === 'cancelling') return { title: t('signIn.cancelling'), sentence: undefined }
  if (phase === 'signing') {
    return isSlow
      ? { title: t('signIn.slow', values), sentence: t('signIn.slow.more') }
      : { title: t('signIn.waiting', values), sentence: t('signIn.waiting.more') }
  }
  if (phase === 'idle') return { title: t('signIn.ask', { site }), sentence: t('signIn.why') }
  const { code, sentence, more } = userMessage(error)
  if (code === 'UNKNOWN_FAILURE')
    return { title: toHeadline(t('signIn.failed', values)), sentence: t(more ?? sentence, values) }
  const title = toHeadline(t(sentence, values))
  if (code === 'USER_REJECTED') return { title, sentence: t('toast.signatureDeclined.more') }
  return { title, sentence: more && t(more, values) }
}
