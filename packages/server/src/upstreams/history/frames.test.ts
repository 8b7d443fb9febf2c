import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMoves } from './frames.ts'

const ME = `0x${'a'.repeat(40)}`
const HIM = `0x${'b'.repeat(40)}`

type Frame = { type: string; from: string; to: string; value: string; error?: string; calls?: Frame[] }

const call = (parts: Partial<Frame> = {}): Frame => ({ type: 'CALL', from: HIM, to: ME, value: '0x1', ...parts })

test('frames that failed are dropped with everything below them, however deep, and their neighbours stay', () => {
  const trace = call({
    value: '0x0',
    calls: [
      call({
        value: '0x2',
        error: 'execution reverted',
        calls: [call({ value: '0x3', calls: [call({ value: '0x4' })] })],
      }),
      call({ value: '0x5' }),
    ],
  })
  expect(findMoves(trace)?.map((move) => move.amount)).toEqual([5n])
})

test('a frame with a revert reason and no error counts as failed', () => {
  expect(findMoves({ ...call(), revertReason: 'no' })).toEqual([])
})

test('a delegate call carries its parent’s value without moving it, and so do static and code calls', () => {
  const kinds = ['DELEGATECALL', 'STATICCALL', 'CALLCODE'].map((type) => call({ type, value: '0x9' }))
  expect(findMoves(call({ value: '0x0', calls: kinds }))).toEqual([])
})

test('what is no trace says nothing, and one broken frame makes the whole worth nothing', () => {
  for (const trace of [undefined, null, 'trace', 7, {}, [], [{}], { type: 'CALL', from: 'me', value: '0x1' }]) {
    expect(findMoves(trace)).toBeUndefined()
  }
  expect(findMoves(call({ calls: [{ ...call(), value: '1e77' }] }))).toBeUndefined()
})

const tree: fc.Memo<Frame> = fc.memo((depth) =>
  fc.record(
    {
      type: fc.constantFrom('CALL', 'CREATE', 'DELEGATECALL'),
      from: fc.constant(HIM),
      to: fc.constant(ME),
      value: fc.nat(50).map((value) => `0x${value.toString(16)}`),
      error: fc.constant('reverted'),
      calls: depth > 1 ? fc.array(tree(depth - 1), { maxLength: 4 }) : fc.constant([]),
    },
    { requiredKeys: ['type', 'from', 'to', 'value', 'calls'] },
  ),
)

/** The same as Parity tells it: a flat list with places, where only the frame that failed says so. */
function flatten(frame: Frame, traceAddress: number[] = []): object[] {
  const type = frame.type === 'CREATE' ? 'create' : 'call'
  const { from, to, value } = frame
  return [
    {
      type,
      traceAddress,
      ...(frame.error === undefined ? {} : { error: 'Reverted' }),
      action: { from, to, value, callType: frame.type === 'DELEGATECALL' ? 'delegatecall' : 'call' },
      result: { address: to },
    },
    ...(frame.calls ?? []).flatMap((each, index) => flatten(each, [...traceAddress, index])),
  ]
}

test('both kinds of trace tell the same: what no failed frame stands above', () => {
  fc.assert(
    fc.property(tree(4), (root) => {
      const kept = (frame: Frame): number[] =>
        frame.error !== undefined
          ? []
          : [frame.type === 'DELEGATECALL' ? 0 : Number(frame.value), ...(frame.calls ?? []).flatMap(kept)]
      const expected = kept(root).filter((value) => value > 0)
      expect(findMoves(root)?.map((move) => Number(move.amount))).toEqual(expected)
      expect(findMoves(flatten(root))?.map((move) => Number(move.amount))).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
