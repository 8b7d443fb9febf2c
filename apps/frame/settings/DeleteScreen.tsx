import { useEffect, useId, useState } from 'react'
import { tidyEmail } from '../../../packages/latchkey/src/core/values/tidyEmail.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { toCoin } from '../approve/format.ts'
import { findNetworkWords } from '../approve/networks.ts'
import { usePageLook } from '../page/context.ts'
import type { KeyAccount, KeyTasks } from '../worker/keyTasks.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

/** What the account holds of the coin of a network, read now. */
const readFunds = async (keys: Pick<KeyTasks, 'ask'>, account: KeyAccount, network: string): Promise<bigint> => {
  if (!network.startsWith('solana:'))
    return BigInt(String(await keys.ask(network, 'eth_getBalance', [account.addresses.eip155, 'latest'])))
  const { value } = (await keys.ask(network, 'getBalance', [account.addresses.solana])) as { readonly value: number }
  return BigInt(value)
}

/** Deletes the wallet at both servers, once its address was typed: what it holds there and now is said first (SEC-16). */
export function DeleteScreen({
  keys,
  account,
  network,
  onExport,
  onDone,
  onLeave,
}: {
  readonly keys: Pick<KeyTasks, 'ask' | 'deleteWallet'>
  readonly account: KeyAccount
  readonly network: string
  readonly onExport: () => void
  readonly onDone: () => void
  readonly onLeave: () => void
}) {
  const texts = useTexts()
  const id = useId()
  const { language, networks } = usePageLook()
  const [funds, setFunds] = useState<bigint | 'unknown'>()
  const [typed, setTyped] = useState('')
  const [end, setEnd] = useState<{ readonly at: number | undefined }>()
  const { isBusy, failure, run } = useRun()

  useEffect(() => {
    let isGone = false
    readFunds(keys, account, network).then(
      (held) => {
        if (!isGone) setFunds(held)
      },
      () => {
        if (!isGone) setFunds('unknown')
      },
    )
    return () => {
      isGone = true
    }
  }, [keys, account, network])

  const remove = () => void run(async () => setEnd({ at: await keys.deleteWallet() }))
  const { name, coin } = findNetworkWords(network, networks)
  if (end) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
    return (
      <Screen title={texts.deleteTitle} onLeave={onDone}>
        <p role="status">
          {end.at === undefined ? texts.deleteText : texts.deleteDone.replace('{date}', date.format(end.at))}
        </p>
        <div className="buttons">
          <Button kind="main" onPress={onDone}>
            {texts.done}
          </Button>
        </div>
      </Screen>
    )
  }
  return (
    <Screen title={texts.deleteTitle} onLeave={onLeave}>
      <Notice kind="warn">{texts.deleteText}</Notice>
      {funds === undefined || funds === 0n ? null : (
        <Notice kind="warn">
          {funds === 'unknown'
            ? texts.deleteUnknown
            : texts.deleteFunds.replace('{amount}', toCoin(funds, coin)).replace('{network}', name)}
        </Notice>
      )}
      <Button kind="plain" onPress={onExport}>
        {texts.exportTitle}
      </Button>
      <label htmlFor={id}>{texts.deleteType.replace('{email}', account.name)}</label>
      <input
        id={id}
        className="code mail"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Ending failure={failure} onCancel={onLeave}>
        <Button
          kind="main"
          busy={isBusy}
          disabled={tidyEmail(typed).toLowerCase() !== tidyEmail(account.name).toLowerCase()}
          onPress={remove}
        >
          {texts.deleteDo}
        </Button>
      </Ending>
    </Screen>
  )
}
