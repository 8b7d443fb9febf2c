import { useCallback, useEffect, useState } from 'react'
import { describeInstance, diagnose } from '../../../core/features/diagnosis/diagnose.ts'
import { diagnosisOf } from '../../../core/features/diagnosis/state.ts'
import type { Reachability } from '../../../core/types/diagnosis.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { DONE } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import css from './diagnostics.css?inline'

/**
 * For developers, in debug mode only: what can be put right, what answers, what wallets were asked and what came back. Everything
 * is masked, so that it can be copied into an issue as it is. Like the console it speaks English.
 */
export function Diagnostics() {
  const instance = useInstance()
  useStyles(css)
  const [servers, setServers] = useState<readonly Reachability[]>()
  const [isCopied, setCopied] = useState(false)
  const journal = useLatchkeyState(diagnosisOf, (state) => state.entries)
  const look = useCallback(() => {
    let isGone = false
    void diagnose(instance).then(({ reachable }) => {
      if (!isGone) setServers(reachable)
    })
    return () => {
      isGone = true
    }
  }, [instance])
  useEffect(look, [look])
  const told = describeInstance(instance, servers ?? [])
  return (
    <div className="diagnosis" lang="en" dir="ltr">
      {told.advice.length === 0 ? (
        <Notice kind="info">Nothing to put right can be seen from here.</Notice>
      ) : (
        <Notice kind="warn">
          <ul>
            {told.advice.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <h3>Servers</h3>
      {servers === undefined ? <Skeleton kind="text" /> : null}
      <ul className="answers">
        {told.reachable.map(({ name, ok, note }) => (
          <li key={name}>
            <Icon name={ok ? DONE : 'warn'} small />
            <span>{`${name}: ${note}`}</span>
          </li>
        ))}
      </ul>
      <Facts title="Wallets" value={{ connectors: told.connectors, connections: told.connections }} />
      <Facts title="Page and options" value={{ page: told.page, options: told.options, attempt: told.attempt }} />
      <h3>What happened</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol className="journal" tabIndex={0} aria-label="What happened">
        {journal.map(({ at, kind, name, facts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added and dropped, never moved
          <li key={`${at} ${index}`} className={kind}>
            <b>{`${kind} ${name}`}</b> <span>{facts}</span>
          </li>
        ))}
      </ol>
      <div className="pair">
        <Button kind="plain" focusKey="again" onPress={() => void look()}>
          Look again
        </Button>
        <Button
          kind="main"
          icon="copy"
          focusKey="copy"
          onPress={() => {
            instance.services.browser.copy(JSON.stringify({ ...told, journal }, null, 2)).then(
              () => setCopied(true),
              (error: unknown) => instance.services.logger.warn('The browser does not let this page copy.', { error }),
            )
          }}
        >
          {isCopied ? 'Copied' : 'Copy all'}
        </Button>
      </div>
    </div>
  )
}

function Facts({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <Disclosure label={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 1)}</pre>
    </Disclosure>
  )
}
