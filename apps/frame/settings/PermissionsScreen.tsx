import { useEffect, useState } from 'react'
import { toQuantity } from '../../../packages/latchkey/src/core/values/toQuantity.ts'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { Spinner } from '../../../packages/latchkey/src/ui/parts/Spinner.tsx'
import { toCoin, toShortAddress, toSite, writePeriod } from '../approve/format.ts'
import { findNetworkWords } from '../approve/networks.ts'
import { readDecimals } from '../approve/readDecimals.ts'
import { fill } from '../approve/speech.ts'
import { usePageLook } from '../page/context.ts'
import type { GivenPermission, KeyTasks, PreparedRequest } from '../worker/keyTasks.ts'
import { Ending, Screen, useTexts } from './Screen.tsx'
import { useRun } from './useRun.ts'

type Tasks = Pick<KeyTasks, 'listPermissions' | 'prepareEnd' | 'carryOut' | 'drop' | 'ask'>
type Listed = GivenPermission & { readonly decimals: number | undefined }

/** What sites may do without asking; each is ended on the chain by one button, after its fee was shown (SEC-53). */
export function PermissionsScreen({ keys, onLeave }: { readonly keys: Tasks; readonly onLeave: () => void }) {
  const texts = useTexts()
  const [list, setList] = useState<readonly Listed[]>()
  const [ending, setEnding] = useState<{ readonly of: Listed; readonly prepared: PreparedRequest }>()
  const [preparing, setPreparing] = useState<string>()
  const { isBusy, failure, run } = useRun()

  useEffect(() => void run(async () => setList(await readList(keys))), [keys, run])
  const ask = (of: Listed) => {
    setPreparing(of.hash)
    void run(async () => setEnding({ of, prepared: await keys.prepareEnd(of.hash) })).finally(() =>
      setPreparing(undefined),
    )
  }
  if (ending) {
    const { of, prepared } = ending
    const end = () =>
      void run(async () => {
        await keys.carryOut(prepared.id)
        setList(await readList(keys))
        setEnding(undefined)
      })
    const leave = () => {
      setEnding(undefined)
      void keys.drop(prepared.id)
    }
    return (
      <Screen title={texts.permissionsEnd} onLeave={leave}>
        <Item of={of} />
        <Notice kind="warn">{texts.permissionsEndText}</Notice>
        <p className="soft">
          <Fee of={prepared} />
        </p>
        <p className="field-note bad" role="alert">
          {failure}
        </p>
        <div className="buttons">
          <Button kind="plain" onPress={leave}>
            {texts.cancel}
          </Button>
          <Button kind="main" busy={isBusy} onPress={end}>
            {texts.permissionsEnd}
          </Button>
        </div>
      </Screen>
    )
  }
  return (
    <Screen title={texts.permissionsTitle} onLeave={onLeave}>
      {list || failure ? null : <Spinner />}
      {list?.length === 0 ? <p className="soft">{texts.permissionsNone}</p> : null}
      <ul className="entries">
        {list?.map((each) => (
          <li className="entry" key={each.hash}>
            <Item of={each} />
            <Button
              kind="plain"
              small
              busy={preparing === each.hash}
              disabled={preparing !== undefined}
              onPress={() => ask(each)}
            >
              {texts.permissionsEnd}
            </Button>
          </li>
        ))}
      </ul>
      <Ending failure={failure}>
        <Button kind="main" onPress={onLeave}>
          {texts.done}
        </Button>
      </Ending>
    </Screen>
  )
}

/** With the decimals of each token, as it says them itself. */
async function readList(keys: Tasks): Promise<readonly Listed[]> {
  const list = await keys.listPermissions()
  return Promise.all(
    list.map(async (each) => {
      const ask = (method: string, params: readonly unknown[]) => keys.ask(each.network, method, params)
      // A node that does not say leaves the amount in base units.
      return { ...each, decimals: await readDecimals(ask, each.permission.target).catch(() => undefined) }
    }),
  )
}

function Item({ of: { host, network, permission, decimals } }: { readonly of: Listed }) {
  const texts = useTexts()
  const { language, networks } = usePageLook()
  const { target, delegate, validUntil, cap } = permission
  const whole = decimals === undefined ? String(cap.amount) : toQuantity(cap.amount, decimals)
  const amount = cap.period ? `${whole} / ${writePeriod(cap.period.seconds, language)}` : whole
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(validUntil * 1000)
  return (
    <div>
      <p>
        <bdi dir="ltr">{toSite(host)}</bdi>
      </p>
      <p className="soft">{fill(texts.permissionsItem, { amount, token: toShortAddress(target), date })}</p>
      <p className="soft">
        <bdi>{findNetworkWords(network, networks).name}</bdi> <span>·</span>{' '}
        <bdi dir="ltr">{toShortAddress(delegate)}</bdi>
      </p>
    </div>
  )
}

function Fee({ of: { network, subject } }: { readonly of: PreparedRequest }) {
  const texts = useTexts()
  const { networks } = usePageLook()
  if (subject.kind !== 'permission') return null
  if (subject.fee === 0n) return <span>{texts.permissionsFree}</span>
  const fee = toCoin(subject.fee, findNetworkWords(network, networks).coin)
  return <span>{fill(texts.permissionsFee, { fee })}</span>
}
