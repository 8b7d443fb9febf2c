import { useEffect, useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findConnection } from '../../../core/kernel/connections/connectionByConnector.ts'
import { EMBEDDED_ID } from '../../../core/ways/embedded/embeddedId.ts'
import { setPreferredAccountType } from '../../../core/ways/embedded/setPreferredAccountType.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'

const TYPES = ['smartAccount', 'eoa'] as const
const NAMES = { smartAccount: 'email.type.smart', eoa: 'email.type.plain' } as const

/** The smart account or the key's own address: which of the two is used. */
export function SmartAccountSettings() {
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const connection = useLatchkeyState('connection', (state) =>
    findConnection(state, { namespace: 'eip155', id: EMBEDDED_ID }),
  )
  const [asked, setAsked] = useState<(typeof TYPES)[number]>()
  const [error, setError] = useState<unknown>()
  const isGone = connection === undefined
  useEffect(() => {
    // Nobody is logged in: a site has opened this view by its name.
    if (isGone) showHome(instance)
  }, [instance, isGone])
  if (!connection) return null
  const current = connection.accounts[0]?.type
  const failure = error === undefined ? undefined : userMessage(error)
  const choose = async (type: (typeof TYPES)[number]): Promise<void> => {
    if (asked !== undefined || type === current) return
    setError(undefined)
    setAsked(type)
    try {
      await setPreferredAccountType(instance, type)
    } catch (failed) {
      setError(failed)
    } finally {
      setAsked(undefined)
    }
  }
  return (
    <>
      <p>{t('email.type.two')}</p>
      <List label={t('title.SmartAccountSettings')} role="listbox">
        {TYPES.map((type) => {
          const account = connection.accounts.find((each) => each.type === type)
          return (
            <Row
              key={type}
              title={t(NAMES[type])}
              note={account ? <AddressText address={account.address} /> : undefined}
              end={asked === type ? <Spinner /> : undefined}
              isCurrent={current === type}
              disabledReason={account ? undefined : t('email.type.missing')}
              focusKey={type}
              onPress={() => void choose(type)}
            />
          )
        })}
      </List>
      <p role="status">
        {connection.accounts[0] ? <AddressText address={connection.accounts[0].address} full /> : null}
      </p>
      {failure === undefined ? null : (
        <div role="alert" data-failure={failure.code}>
          <Notice kind="bad">{t('email.type.failed')}</Notice>
        </div>
      )}
    </>
  )
}
