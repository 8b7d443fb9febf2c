import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScriptedWallet } from '../testing/index.ts'
import { type AnnouncedProvider, watchAnnouncedProviders } from './watchAnnouncedProviders.ts'

const PNG = 'data:image/png;base64,AAAA'

function announce(target: EventTarget, info: unknown, provider: unknown = { request: async () => null }): void {
  target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}

function watch(target: EventTarget) {
  const heard: (readonly AnnouncedProvider[])[] = []
  const stop = watchAnnouncedProviders(target, (providers) => heard.push(providers))
  return { heard, stop, last: () => heard[heard.length - 1] ?? [] }
}

const info = (rdns: string, name = 'Wallet', icon: unknown = PNG) => ({ uuid: crypto.randomUUID(), name, icon, rdns })

describe('watchAnnouncedProviders', () => {
  it('listens first and then asks, so that a wallet that answers at once is in the first list', () => {
    const target = new EventTarget()
    const wallet = createScriptedWallet({ name: 'Early', rdns: 'dev.early', rpcUrl: 'http://127.0.0.1:1', chainId: 1 })
    wallet.announce(target)
    const { heard } = watch(target)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject([{ id: 'dev.early', rdns: 'dev.early', name: 'Early', isLookalike: false }])
    expect(heard[0]?.[0]?.provider).toBe(wallet.provider)
  })

  it('SEC-83: cleans the name, which views and failures show, and takes none that shows nothing', () => {
    const target = new EventTarget()
    const { last } = watch(target)
    announce(target, info('dev.bent', ' La\u202emp\u200b\n\n'))
    announce(target, info('dev.unseen', '\u200b\u202e \u2800'))
    expect(last().map(({ name }) => name)).toEqual(['Lamp'])
  })

  it('hears a wallet that announces late, by itself', () => {
    const target = new EventTarget()
    const { heard, last } = watch(target)
    expect(last()).toEqual([])
    announce(target, info('dev.late'))
    expect(heard).toHaveLength(2)
    expect(last().map(({ id }) => id)).toEqual(['dev.late'])
  })

  it('lists an object that announces itself twice once, and does not call back for it', () => {
    const target = new EventTarget()
    const { heard, last } = watch(target)
    const provider = { request: async () => null }
    announce(target, info('dev.twice'), provider)
    announce(target, info('dev.twice'), provider)
    announce(target, info('dev.other'), provider)
    expect(heard).toHaveLength(2)
    expect(last()).toHaveLength(1)
  })

  it('SEC-89: shows two objects that claim one rdns both, each with a notice and an id of its own', () => {
    const target = new EventTarget()
    const { last } = watch(target)
    announce(target, info('io.wallet', 'True'))
    announce(target, info('io.other'))
    announce(target, info('io.wallet', 'Impostor'))
    announce(target, info('io.wallet', 'Third'))
    expect(last().map(({ id, name, isLookalike }) => [id, name, isLookalike])).toEqual([
      ['io.wallet', 'True', true],
      ['io.other', 'Wallet', false],
      ['io.wallet#2', 'Impostor', true],
      ['io.wallet#3', 'Third', true],
    ])
  })

  it('SEC-89: freezes what it keeps, so that a wallet cannot change its claim afterwards', () => {
    const target = new EventTarget()
    const { last } = watch(target)
    const claim = info('io.wallet', 'Before')
    announce(target, claim)
    claim.name = 'After'
    claim.rdns = 'io.elsewhere'
    const [kept] = last()
    expect(kept).toMatchObject({ name: 'Before', rdns: 'io.wallet' })
    expect(Object.isFrozen(kept)).toBe(true)
  })

  it.each([
    [PNG, PNG],
    ['data:image/svg+xml,%3Csvg/%3E', 'data:image/svg+xml,%3Csvg/%3E'],
    ['data:image/webp;base64,AA', 'data:image/webp;base64,AA'],
    ['data:text/html,<script>alert(1)</script>', undefined],
    ['data:image/x-icon;base64,AA', undefined],
    ['javascript:alert(1)', undefined],
    ['https://example.com/icon.png', undefined],
    [`data:image/png;base64,${'A'.repeat(64 * 1024)}`, undefined],
    [undefined, undefined],
    [5, undefined],
  ])('SEC-84: takes the picture %.40s as %.40s', (icon, shown) => {
    const target = new EventTarget()
    const { last } = watch(target)
    announce(target, { ...info('io.wallet'), icon })
    expect(last()[0]?.icon).toBe(shown)
  })

  it('ignores announcements that are none, and goes on listening', () => {
    const target = new EventTarget()
    const { last } = watch(target)
    const ok = { request: async () => null }
    target.dispatchEvent(new Event('eip6963:announceProvider'))
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
    announce(target, undefined)
    announce(target, { ...info('io.wallet'), name: 5 })
    announce(target, { ...info('io.wallet'), name: '   ' })
    announce(target, { ...info('io.wallet'), rdns: '' })
    announce(target, { ...info('io.wallet'), rdns: 'io.wallet#2' })
    announce(target, info('io.wallet'), {})
    announce(target, info('io.wallet'), null)
    announce(
      target,
      {
        get name() {
          throw new Error('no')
        },
      },
      ok,
    )
    expect(last()).toEqual([])
    announce(target, info('io.good'), ok)
    expect(last().map(({ id }) => id)).toEqual(['io.good'])
  })

  it('survives anything that can be announced, and keeps only what may be shown', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(PNG, 'io.wallet', 'io.wallet#2'))
    const claim = fc.record(
      {
        uuid: text,
        name: fc.oneof(text, fc.anything()),
        rdns: fc.oneof(text, fc.anything()),
        icon: fc.oneof(text, fc.anything()),
      },
      { requiredKeys: [] },
    )
    const given = fc.oneof(
      fc.anything(),
      fc.record({
        info: fc.oneof(claim, fc.anything()),
        provider: fc.oneof(fc.constant({ request: async () => null }), fc.anything()),
      }),
    )
    fc.assert(
      fc.property(fc.array(given, { maxLength: 5 }), (details) => {
        const target = new EventTarget()
        const { last } = watch(target)
        for (const detail of details) target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
        const ids = last().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { name, icon, provider } of last()) {
          expect(name.trim()).not.toBe('')
          expect(icon === undefined || icon.startsWith('data:image/')).toBe(true)
          expect(typeof provider.request).toBe('function')
        }
      }),
    )
  })

  it('cuts a name that is too long to show', () => {
    const target = new EventTarget()
    const { last } = watch(target)
    announce(target, info('io.wallet', ` ${'long '.repeat(100)}`))
    expect(last()[0]?.name).toHaveLength(64)
  })

  it('hears nothing any more once stopped', () => {
    const target = new EventTarget()
    const { heard, stop } = watch(target)
    stop()
    announce(target, info('io.wallet'))
    expect(heard).toHaveLength(1)
  })
})
