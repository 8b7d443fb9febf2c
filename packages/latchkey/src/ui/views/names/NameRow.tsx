import { useEffect } from 'react'
import { registrationOf } from '../../../core/features/names/registration.ts'
import { loadZones } from '../../../core/features/names/registrationActions.ts'
import { isOfZone } from '../../../core/features/names/registrationRules.ts'
import { namesOf } from '../../../core/features/names/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { USER } from '../../parts/laterIcons.ts'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { nameWords } from '../../text/rooms/nameWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'

/** The way to a name; an empty place of its height where the gateway has no zone, or the account a name in it already. */
export function NameRow() {
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const account = useActiveAccount()
  const names = useLatchkeyState(namesOf, (state) => state)
  const zones = useLatchkeyState(registrationOf, (state) => state.zones)
  useEffect(() => void loadZones(instance), [instance])
  if (zones === undefined || zones.status === 'reading') return <Skeleton kind="row" />
  const isNamed = names.address === account?.address && isOfZone(names.name, zones.list)
  if (zones.list.length === 0 || isNamed) return <span className="row plain" aria-hidden="true" />
  return (
    <Row
      plain
      picture={
        <span className="pic glyph">
          <Icon name={USER} />
        </span>
      }
      title={t('names.entry')}
      end={<Icon name="chevron" small turns />}
      focusKey="name"
      onPress={() => pushView(instance, { view: 'ChooseAccountName' }, 'name')}
    />
  )
}
