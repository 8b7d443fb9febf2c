import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createStore } from '../../packages/latchkey/src/core/store.ts'
import { claimKey } from '../../packages/latchkey/src/core/values/claim.ts'
import { defineElements } from '../../packages/latchkey/src/elements/defineElements.ts'
import { Avatar } from '../../packages/latchkey/src/ui/parts/Avatar.tsx'
import { Button } from '../../packages/latchkey/src/ui/parts/Button.tsx'
import { Checkbox } from '../../packages/latchkey/src/ui/parts/Checkbox.tsx'
import { Divider } from '../../packages/latchkey/src/ui/parts/Divider.tsx'
import { Field } from '../../packages/latchkey/src/ui/parts/Field.tsx'
import { Icon } from '../../packages/latchkey/src/ui/parts/Icon.tsx'
import { ICONS, type IconName } from '../../packages/latchkey/src/ui/parts/icons.ts'
import * as laterIcons from '../../packages/latchkey/src/ui/parts/laterIcons.ts'
import { Money } from '../../packages/latchkey/src/ui/parts/Money.tsx'
import { Notice } from '../../packages/latchkey/src/ui/parts/Notice.tsx'
import { Picture } from '../../packages/latchkey/src/ui/parts/Picture.tsx'
import { QrCode } from '../../packages/latchkey/src/ui/parts/QrCode.tsx'
import { Ring } from '../../packages/latchkey/src/ui/parts/Ring.tsx'
import { Row } from '../../packages/latchkey/src/ui/parts/Row.tsx'
import { Skeleton } from '../../packages/latchkey/src/ui/parts/Skeleton.tsx'
import { SwitchControl } from '../../packages/latchkey/src/ui/parts/SwitchControl.tsx'
import { SurroundingsContext } from '../../packages/latchkey/src/ui/parts/surroundings.ts'
import { Tabs } from '../../packages/latchkey/src/ui/parts/Tabs.tsx'
import { Tag } from '../../packages/latchkey/src/ui/parts/Tag.tsx'
import { tellSettled } from '../../packages/latchkey/src/ui/shell/tellSettled.ts'
import { adoptStyles } from '../../packages/latchkey/src/ui/theme/styles.ts'
import { watchTheme } from '../../packages/latchkey/src/ui/theme/theme.ts'
import { ACCOUNT, LONG_NAME } from '../../packages/testing/src/fixtures.ts'
import { PICTURES } from '../../packages/testing/src/pictures.ts'
import { renderView } from '../../packages/testing/src/renderView.tsx'
import { VIEW_STATES } from '../../packages/testing/src/viewStates.ts'
import type { Settings } from './settings.ts'

/** Accents that break careless derivations: the default, near-black, near-white, grey, neon, and the ones in between. */
const ACCENTS = [
  '#4757f5',
  '#111111',
  '#ffffff',
  '#777777',
  '#c6ff00',
  '#ff2d55',
  '#ffd60a',
  '#0a7d4f',
  '#00c2ff',
  '#5b21b6',
]

/** Draws a page of parts, accents or host buttons. Returns the way to take it off. */
export async function drawParts(body: HTMLElement, settings: Settings): Promise<() => void> {
  if (settings.page === 'host') return drawHost(body, settings)
  const samples: readonly (readonly [string | undefined, ReactNode])[] =
    settings.page === 'accents'
      ? ACCENTS.map((accent) => [accent, <AccentSample key={accent} name={accent} />])
      : PARTS.map((Part) => [settings.accent, <Part key={Part.name} />])
  const stops = samples.map(([accent, sample]) => {
    const cell = document.createElement('section')
    cell.className = 'cell'
    body.append(cell)
    const shadow = cell.attachShadow({ mode: 'open' })
    adoptStyles(shadow)
    const theme = createStore({ mode: settings.theme, accent, variables: {}, locale: undefined })
    const stopTheme = watchTheme(cell, theme)
    const root = createRoot(shadow)
    root.render(
      <SurroundingsContext.Provider
        value={{
          after: () => () => {},
          isTrustedImage: () => true,
          addStyles: (css) => adoptStyles(shadow, css),
          showTip: () => {},
          region: 'en',
          words: { newTab: 'opens in a new tab', clear: 'Clear' },
        }}
      >
        <div className="root" dir={settings.dir}>
          {sample}
        </div>
      </SurroundingsContext.Provider>,
    )
    return () => {
      root.unmount()
      stopTheme()
      cell.remove()
    }
  })
  return () => {
    for (const stop of stops) stop()
  }
}

const nothing = (): void => {}

function Cell({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="card">
      <header className="header">
        <div className="header-side" />
        <h2 className="header-title">{title}</h2>
      </header>
      <div className="body">
        <div className="view">{children}</div>
      </div>
    </div>
  )
}

function AccentSample({ name }: { readonly name: string }) {
  return (
    <Cell title={name}>
      <div className="list">
        <Row
          picture={<Picture src={PICTURES.fern} name="Fernpass" />}
          title="Fernpass"
          end={<Tag kind="recent">Recent</Tag>}
          onPress={nothing}
        />
        <Row
          picture={<Picture src={PICTURES.tide} name="Tide" />}
          title="Tide"
          end={<Tag kind="installed">Installed</Tag>}
          onPress={nothing}
        />
      </div>
      <Button kind="main" wide onPress={nothing}>
        Try again
      </Button>
      <Button kind="main" wide busy onPress={nothing}>
        Disconnecting
      </Button>
    </Cell>
  )
}

function ButtonsSample() {
  return (
    <Cell title="Buttons">
      {(['main', 'plain', 'quiet'] as const).map((kind) => (
        <div className="buttons" key={kind}>
          <Button kind={kind} onPress={nothing}>
            At rest
          </Button>
          <Button kind={kind} busy onPress={nothing}>
            Busy
          </Button>
          <Button kind={kind} disabled onPress={nothing}>
            Disabled
          </Button>
          <Button kind={kind} icon="copy" onPress={nothing}>
            With icon
          </Button>
        </div>
      ))}
      <Button kind="plain" small icon={laterIcons.REFRESH} onPress={nothing}>
        Small
      </Button>
      <Divider>or</Divider>
      <Tabs
        label="Tabs"
        tabs={[
          { id: 'a', label: 'Tokens' },
          { id: 'b', label: 'NFTs' },
          { id: 'c', label: 'Activity' },
        ]}
        current="a"
        onChange={nothing}
      />
      <Checkbox isChecked onChange={nothing}>
        Ticked
      </Checkbox>
      <Checkbox isChecked={false} onChange={nothing}>
        Not ticked
      </Checkbox>
      <SwitchControl label="On" isOn onChange={nothing} />
      <SwitchControl label="Off" isOn={false} onChange={nothing} />
    </Cell>
  )
}

function RowsSample() {
  return (
    <Cell title="Rows">
      <div className="list">
        <Row
          picture={<Picture src={PICTURES.north} name="Northkey" />}
          title="Row at rest"
          end={<Tag kind="installed">Installed</Tag>}
          onPress={nothing}
        />
        <Row
          picture={<Picture src={PICTURES.pebble} name="Pebble" />}
          title="Tags"
          end={<Tag kind="multichain">Multichain</Tag>}
          onPress={nothing}
        />
        <Row
          picture={<Picture name="Phone" />}
          title="No picture"
          end={<Tag kind="qr">QR code</Tag>}
          onPress={nothing}
        />
        <Row
          picture={<Picture name="N" />}
          title={LONG_NAME}
          note="Not available in this browser"
          disabledReason="Not available"
          onPress={nothing}
        />
        <Row
          plain
          picture={<Picture src={PICTURES.base} name="Base" round />}
          title="Current"
          isCurrent
          onPress={nothing}
        />
        <Row
          plain
          picture={<Picture src={PICTURES.eth} name="Ether" round />}
          title="Ether"
          note="1.8426 ETH"
          end="$4,864.46"
        />
      </div>
      <Skeleton kind="row" />
    </Cell>
  )
}

function FieldsSample() {
  return (
    <Cell title="Fields and notices">
      <Field label="Search networks" icon="search" value="" onChange={nothing} />
      <Field label="Search networks" icon="search" value="fernpas" onChange={nothing} />
      <Field
        label="E-mail"
        icon={laterIcons.USER}
        value="mira@hollowpine"
        error="That does not look like an e-mail address."
        onChange={nothing}
      />
      <Notice kind="info">One thing to know about this.</Notice>
      <Notice kind="warn">
        <strong>Two extensions call themselves Fernpass.</strong> Choose the one you trust.
      </Notice>
      <Notice kind="bad">This did not work.</Notice>
    </Cell>
  )
}

function CodesSample() {
  const text = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'c4'.repeat(32)}&expiryTimestamp=1700000300`
  return (
    <Cell title="Codes">
      <QrCode text={text} label="A code" />
      <QrCode text={text} label="A spent code" isSpent />
      <QrCode text={undefined} label="A code on its way" />
    </Cell>
  )
}

function RingsSample() {
  return (
    <Cell title="Rings">
      <div className="buttons">
        {(['turning', 'good', 'warn', 'bad'] as const).map((state) => (
          <div className="centre" key={state}>
            <Ring state={state}>
              <Picture src={PICTURES.fern} name="Fernpass" size="large" />
            </Ring>
          </div>
        ))}
      </div>
      <div className="me">
        <Avatar address={ACCOUNT.address} size="large" />
        <Money value={5528.46} currency="USD" />
      </div>
    </Cell>
  )
}

function IconsSample() {
  return (
    <Cell title="Icons">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(8, 1fr)', gap: 20, padding: 12 }}>
        {[...(Object.keys(ICONS) as IconName[]), ...Object.values(laterIcons)].map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </Cell>
  )
}

/** One card for each family of parts. */
const PARTS = [ButtonsSample, RowsSample, FieldsSample, RingsSample, CodesSample, IconsSample]

/** What a wallet button is for beside wallets. */
const WAYS = ['google', 'x', 'discord', 'github', 'apple', 'facebook', 'farcaster', 'email']

/** The buttons that a host puts on its page, with instances in the states that they show. */
async function drawHost(body: HTMLElement, settings: Settings): Promise<() => void> {
  defineElements()
  const wanted = [
    ['Connect', 'filled'],
    ['ConnectingExternal', 'waiting'],
    ['ConnectingExternal', 'refused'],
    ['Account', 'filled'],
    ['Account', 'loading'],
    ['UnsupportedChain', 'filled'],
    ['ConnectingSocial', 'opening'],
    ['ConnectingSocial', 'said no'],
  ]
  const cell = document.createElement('section')
  cell.className = 'host'
  body.append(cell)
  const stops: (() => void)[] = []
  for (const [index, [view, name]] of wanted.entries()) {
    const state = VIEW_STATES.find((one) => one.view === view && one.name === name)
    if (!state) continue
    const id = `host-${index}`
    const rendered = await renderView({ ...state, options: { ...state.options, id } }, { theme: settings.theme })
    rendered.instance.stores.modal.set((modal) => ({ ...modal, open: false }))
    Object.defineProperty(document, claimKey(id), { value: rendered.latchkey, configurable: true })
    const line = document.createElement('p')
    const tags = ['button', 'connect-button', 'account-button', 'network-button', 'wallet-button'].map((tag) => ({
      tag: `latchkey-${tag}`,
      wallet: 'Fernpass',
    }))
    const ways = WAYS.map((wallet) => ({ tag: 'latchkey-wallet-button', wallet }))
    for (const { tag, wallet } of view === 'ConnectingSocial' ? ways : tags) {
      const element = document.createElement(tag)
      element.setAttribute('instance', id)
      if (tag === 'latchkey-wallet-button') element.setAttribute('wallet', wallet)
      line.append(element, ' ')
    }
    cell.append(line)
    stops.push(() => {
      Reflect.deleteProperty(document, claimKey(id))
      rendered.unmount()
    })
  }
  stops.push(await drawNotices(settings))
  return () => {
    for (const stop of stops) stop()
    cell.remove()
  }
}

/** What became of transactions, as a page whose modal is closed says it: each of the three ends. */
async function drawNotices(settings: Settings): Promise<() => void> {
  const state = VIEW_STATES.find(({ view, name }) => view === 'Account' && name === 'filled')
  if (!state) throw new Error('Nobody is connected')
  const rendered = await renderView(state, { theme: settings.theme })
  const { instance, services } = rendered
  instance.stores.modal.set((modal) => ({ ...modal, open: false }))
  const [hash, networkId, address] = [`0x${'ab'.repeat(32)}`, 'eip155:1', ACCOUNT.address] as const
  for (const outcome of [
    { hash, status: 'success' },
    { hash, status: 'reverted' },
    { hash, status: 'success', replaced: 'cancelled' },
  ] as const) {
    await tellSettled(instance, { networkId, address, hash, outcome })
  }
  await services.clock.advance(1_000)
  return rendered.unmount
}
