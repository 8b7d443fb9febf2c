import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ShareBinding, shareAdditionalData, shareInfo } from './binding.ts'

const BINDING: ShareBinding = {
  projectId: 'hollowpine',
  walletId: 'AAECAwQFBgcICQoLDA0ODw',
  holder: 'recovery',
  kind: 'recovery-share',
  version: 1,
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('writes the additional data as parts behind their lengths, which never changes', () => {
  expect(hex(shareAdditionalData('rest', BINDING))).toBe(
    [
      `00000016${hex(new TextEncoder().encode('latchkey/share/rest/v1'))}`,
      `0000000a${hex(new TextEncoder().encode('hollowpine'))}`,
      `00000016${hex(new TextEncoder().encode(BINDING.walletId))}`,
      `00000008${hex(new TextEncoder().encode('recovery'))}`,
      `0000000e${hex(new TextEncoder().encode('recovery-share'))}`,
      '0000000131',
    ].join(''),
  )
  expect(new TextDecoder().decode(shareInfo('release'))).toBe('latchkey/share/release/v1')
})

it('SEC-04: two bindings that differ in anything never give the same additional data', () => {
  const binding = fc.record({
    projectId: fc.string({ maxLength: 6 }),
    walletId: fc.string({ maxLength: 6 }),
    holder: fc.string({ maxLength: 6 }),
    kind: fc.constantFrom<ShareBinding['kind']>('device-share', 'auth-share'),
    version: fc.integer({ min: 1, max: 12 }),
  })
  const purpose = fc.constantFrom('rest' as const, 'release' as const)
  fc.assert(
    fc.property(purpose, binding, purpose, binding, (onePurpose, one, otherPurpose, other) => {
      const same = onePurpose === otherPurpose && JSON.stringify(one) === JSON.stringify(other)
      expect(hex(shareAdditionalData(onePurpose, one)) === hex(shareAdditionalData(otherPurpose, other))).toBe(same)
    }),
  )
})

it.each<[string, Partial<ShareBinding>]>([
  ['project', { projectId: 'hollowpin' }],
  ['wallet', { walletId: 'AAECAwQFBgcICQoLDA0ODx' }],
  ['holder', { holder: 'recoverx' }],
  ['kind', { kind: 'recovery-auth-share' }],
  ['version', { version: 2 }],
])('SEC-04: another %s alone gives other bytes, for every purpose', (_, changed) => {
  for (const purpose of ['upload', 'release', 'rest', 'device', 'passkey'] as const)
    expect(hex(shareAdditionalData(purpose, { ...BINDING, ...changed }))).not.toBe(
      hex(shareAdditionalData(purpose, BINDING)),
    )
})

it('SEC-04: moving a letter from one part to the next gives other bytes', () => {
  const one = { ...BINDING, projectId: 'ab', walletId: 'c' }
  const other = { ...BINDING, projectId: 'a', walletId: 'bc' }
  expect(hex(shareAdditionalData('rest', one))).not.toBe(hex(shareAdditionalData('rest', other)))
})
