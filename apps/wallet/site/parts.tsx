import type { Metadata, VerifyContext } from '@latchkey/walletconnect'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TreeNode } from '../rules/describeRequest.ts'
import { readVerification } from '../rules/verification.ts'

/** A sentence that must be seen. */
export function Notice({
  kind,
  title,
  children,
}: {
  readonly kind: 'neutral' | 'good' | 'warn' | 'bad'
  readonly title?: string | undefined
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className="notice" data-kind={kind} role={kind === 'bad' ? 'alert' : 'note'}>
      {title !== undefined && <strong>{title}</strong>}
      <span>{children}</span>
    </div>
  )
}

/** A screen's heading, which takes the focus when the screen comes. */
export function ScreenTitle({ children }: { readonly children: ReactNode }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** A site's picture where the page's policy lets it load, else its first letter. */
export function SiteTile({
  peer,
  origins,
}: {
  readonly peer: Metadata
  readonly origins: readonly string[]
}): ReactElement {
  const [isBroken, setBroken] = useState(false)
  const [icon] = peer.icons
  const isAllowed = icon !== undefined && URL.canParse(icon) && origins.includes(new URL(icon).origin)
  if (isAllowed && !isBroken) {
    return <img className="tile" src={icon} alt="" width="48" height="48" onError={() => setBroken(true)} />
  }
  const [letter = '?'] = peer.name.trim()
  const tone = [...peer.name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % 6
  return (
    <span className="tile" data-tone={tone} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}

/** Who asks, and what is known of that. */
export function Peer({
  peer,
  origins,
  verifyContext,
}: {
  readonly peer: Metadata
  readonly origins: readonly string[]
  readonly verifyContext: VerifyContext | undefined
}): ReactElement {
  const { kind, title, text } = readVerification(verifyContext, peer.url)
  const notice = { scam: 'bad', invalid: 'bad', unknown: 'neutral', valid: 'good' } as const
  return (
    <>
      <div className="peer">
        <SiteTile peer={peer} origins={origins} />
        <div>
          <strong className="peer-name">{peer.name || 'A site without a name'}</strong>
          <span className="quiet break">{peer.url || 'It names no address'}</span>
        </div>
      </div>
      <Notice kind={notice[kind]} title={title}>
        {text}
      </Notice>
    </>
  )
}

/** Names and values. */
export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}): ReactElement | null {
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? 'code' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Values within values, as an indented list. */
export function Tree({ nodes }: { readonly nodes: readonly TreeNode[] }): ReactElement {
  return (
    <ul className="tree">
      {nodes.map(({ name, type, value, children }) => (
        <li key={name}>
          <span className="tree-name">{name}</span> <span className="quiet">{type}</span>
          {children ? <Tree nodes={children} /> : <span className="tree-value break">{value}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The two answers of a question. Where there is danger, no stands where yes usually stands, and yes waits for a tick. */
export function Answers({
  approve,
  isDangerous,
  isBlocked,
  isWorking,
  onApprove,
  onReject,
}: {
  readonly approve: string
  /** Reported as a scam: going on takes a deliberate tick (SEC-90). */
  readonly isDangerous: boolean
  /** There is nothing to approve. */
  readonly isBlocked: boolean
  readonly isWorking: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
}): ReactElement {
  const [isTicked, setTicked] = useState(false)
  const yes = (
    <button
      type="button"
      className={isDangerous ? 'button danger' : 'button main'}
      disabled={isBlocked || isWorking || (isDangerous && !isTicked)}
      onClick={onApprove}
    >
      {isDangerous ? 'Allow anyway' : approve}
    </button>
  )
  const no = (
    <button type="button" className={isDangerous ? 'button main' : 'button'} disabled={isWorking} onClick={onReject}>
      Reject
    </button>
  )
  return (
    <div className="answers">
      {isDangerous && !isBlocked && (
        <label className="check">
          <input type="checkbox" checked={isTicked} onChange={(event) => setTicked(event.target.checked)} />
          <span>I know that this site is reported as a scam, and I want to go on.</span>
        </label>
      )}
      <div className="answer-buttons" aria-busy={isWorking}>
        {isDangerous ? yes : no}
        {isDangerous ? no : yes}
      </div>
    </div>
  )
}

/** A choice from a short list. */
export function Select({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly disabled?: boolean | undefined
  readonly onChange: (value: string) => void
}): ReactElement {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** `0x12ab…90ef`. */
export function shorten(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}
