import { expect, it } from 'vitest'
import { createStage } from './createStage.ts'

const open = () => {
  const told: string[] = []
  const drawn: unknown[] = []
  const stage = createStage({
    tell: (name, payload) => {
      if ('reason' in payload) told.push(`${name} ${payload.reason} ${'outcome' in payload ? payload.outcome : ''}`)
    },
    draw: (screen) => void drawn.push(screen),
  })
  const show = (reason: 'approve' | 'export', name: string, givesWay = false) => {
    let end = (_: string): void => {}
    const shown = stage.show<string>(
      {
        reason,
        minWidth: 320,
        minHeight: 420,
        givesWay,
        draw: (finish) => {
          end = finish
          return name
        },
      },
      new AbortController().signal,
    )
    return { shown, end: (outcome: string) => end(outcome) }
  }
  return { show, told, drawn }
}

it('SEC-44: shows one screen after the other', async () => {
  const { show, drawn } = open()
  const one = show('approve', 'one')
  const two = show('approve', 'two')
  await expect.poll(() => drawn).toEqual(['one'])
  one.end('yes')
  expect(await one.shown).toBe('yes')
  await expect.poll(() => drawn).toEqual(['one', undefined, 'two'])
  two.end('no')
  expect(await two.shown).toBe('no')
})

it('a screen that was left open behind a closed modal goes as soon as something else is asked', async () => {
  const { show, told, drawn } = open()
  const settings = show('export', 'words', true)
  await expect.poll(() => drawn).toEqual(['words'])
  const request = show('approve', 'request')
  await expect(settings.shown).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => drawn).toEqual(['words', undefined, 'request'])
  expect(told).toEqual(['UI_REQUEST export ', 'UI_DONE export refused', 'UI_REQUEST approve '])
  // What is pressed on it by then does nothing.
  settings.end('late')
  expect(drawn).toHaveLength(3)
  request.end('yes')
  expect(await request.shown).toBe('yes')
})
