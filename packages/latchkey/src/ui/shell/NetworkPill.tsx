import { pushView } from '../../core/flow/pushView.ts'
import { getActiveNetwork } from '../../core/kernel/networks/getActiveNetwork.ts'
import { getNetworkImage } from '../../core/values/getNetworkImage.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { HiddenText } from '../parts/HiddenText.tsx'
import { Icon } from '../parts/Icon.tsx'
import { DOWN } from '../parts/laterIcons.ts'
import { Picture } from '../parts/Picture.tsx'
import styles from '../parts/pill.css?inline'
import { useStyles } from '../parts/useStyles.ts'
import { useNetworkName } from '../views/useNetworkName.ts'

/** The active network in the header of Account; a button where there is another one to go to. */
export function NetworkPill() {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const active = useLatchkeyState('networks', getActiveNetwork)
  const count = useLatchkeyState('networks', (state) => state.all.length)
  const name = useNetworkName(undefined)
  const content = (
    <>
      {active ? (
        <Picture src={getNetworkImage(instance.options, active)} name={name} size="tiny" round />
      ) : (
        <Icon name="warn" small />
      )}
      <span className="pill-text">
        {t
          .pieces('shell.network', { network: name })
          .map((piece) =>
            piece.name === undefined ? (
              <HiddenText key={piece.text}>{piece.text}</HiddenText>
            ) : (
              <bdi key={piece.name}>{piece.text}</bdi>
            ),
          )}
      </span>
    </>
  )
  if (count < 2 && active) return <span className="pill">{content}</span>
  return (
    <button
      type="button"
      className="pill"
      data-focus-key="network"
      onClick={() => {
        instance.track('CLICK_NETWORKS', {})
        pushView(instance, { view: 'Networks' }, 'network')
      }}
    >
      {content}
      <Icon name={DOWN} small />
    </button>
  )
}
