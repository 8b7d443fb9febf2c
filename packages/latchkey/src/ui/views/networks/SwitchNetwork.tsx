import { useLayoutEffect } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { checkAttempt } from '../../../core/kernel/attempt/checkAttempt.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { switchNetwork } from '../../../core/kernel/networks/switchNetwork.ts'
import { getNamespace } from '../../../core/types/network.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { LOCK } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { Details } from '../Details.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { useViewData } from '../useViewData.ts'

/** Asks the wallet to change the network, and says what holds it up. Source: F-25 to F-29. */
export function SwitchNetwork() {
  const instance = useInstance()
  const t = useText()
  const { networkId } = useViewData('SwitchNetwork')
  const network = useLatchkeyState('networks', (networks) => findNetwork(networks, networkId))
  const name = useNetworkName(networkId)
  const other = useNetworkName()
  const connector = useLatchkeyState('connection', (state) => {
    const namespace = getNamespace(networkId)
    return namespace === undefined ? undefined : getConnection(state, namespace)?.connector
  })
  const attempt = useLatchkeyState('connection', ({ attempt: current }) =>
    current?.kind === 'switch' && current.networkId === networkId ? current : undefined,
  )

  // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
  const start = (): void => void switchNetwork(instance, { networkId }).catch(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each network, not at each drawing
  useLayoutEffect(() => {
    if (attempt?.phase !== 'waiting') start()
  }, [networkId])

  const values = { wallet: connector?.name ?? '', network: name, other, family: '', coin: '', amount: '' }
  const picture = <Picture src={getNetworkImage(instance.options, network)} name={name} size="large" round />
  const wayOut = { label: t('action.otherNetworks'), onPress: () => goBack(instance) }
  const problem = attempt?.phase === 'failed' ? attempt.error : attempt?.hint
  if (problem === undefined) {
    return (
      <AttemptScreen
        picture={picture}
        round
        phase="waiting"
        title={connector === undefined ? t('switch.waiting.local', values) : t('switch.waiting', values)}
        sentence={connector === undefined ? undefined : t('switch.waiting.more', values)}
        wayOut={wayOut}
      />
    )
  }
  const hasFailed = attempt?.phase === 'failed'
  const message = userMessage(problem)
  const isUnnamed = message.code === 'UNKNOWN_FAILURE' && hasFailed
  const press =
    message.remedy === 'check'
      ? () => void checkAttempt(instance)
      : message.remedy === 'reload'
        ? () => instance.services.browser.reload()
        : message.remedy === 'ways'
          ? () => goBack(instance)
          : start
  return (
    <AttemptScreen
      picture={picture}
      round
      phase={hasFailed ? 'failed' : 'hint'}
      badge={hasFailed ? 'close' : message.code === 'WALLET_LOCKED' ? LOCK : 'warn'}
      code={message.code}
      title={isUnnamed ? t('switch.failed', values) : t(message.sentence, values)}
      sentence={message.more ? t(message.more, values) : isUnnamed ? t(message.sentence, values) : undefined}
      below={isUnnamed ? <Details error={problem} /> : undefined}
      button={{ label: t(message.button, values), onPress: press }}
      wayOut={
        message.remedy === 'ways'
          ? undefined
          : isUnnamed && message.remedy === 'reload'
            ? { label: t('action.tryAgain'), onPress: start }
            : wayOut
      }
    />
  )
}
