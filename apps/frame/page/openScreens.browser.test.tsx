import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { openScreens } from './openScreens.tsx'

function Question() {
  const [isAsking, setAsking] = useState(false)
  return isAsking ? (
    <Button kind="plain" onPress={() => setAsking(false)}>
      Cancel
    </Button>
  ) : (
    <Button kind="plain" onPress={() => setAsking(true)}>
      Freeze
    </Button>
  )
}

it('presses nothing that has come under the pointer by the second half of a double click', async () => {
  const { element, draw } = openScreens('en')
  onTestFinished(() => element.remove())
  draw(<Question />)
  const find = (): HTMLButtonElement => {
    const button = element.shadowRoot?.querySelector('button')
    if (!button) throw new Error('There is no button.')
    return button
  }
  await expect.poll(() => element.shadowRoot?.querySelector('button')?.textContent).toBe('Freeze')
  await userEvent.dblClick(find())
  expect(find().textContent).toBe('Cancel')
  await userEvent.click(find())
  await expect.poll(() => find().textContent).toBe('Freeze')
})
