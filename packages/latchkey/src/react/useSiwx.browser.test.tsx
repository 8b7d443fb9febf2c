import { createScriptedAdapter, createTestLatchkey, fakeAddress, fakeConnector } from '@latchkey/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { createScriptedSiwx } from '../../../testing/src/createScriptedSiwx.ts'
import { LatchkeyProvider, useSiwx } from './index.ts'

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})

test('the sign-in of the account in use is followed, asked for and ended', async () => {
  const service = createScriptedSiwx()
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern')])
  const { latchkey } = createTestLatchkey({ options: { adapters: [adapter.create], siwx: service.siwx } })
  const seen: { siwx?: useSiwx.Siwx } = {}
  function Shown() {
    const siwx = useSiwx()
    seen.siwx = siwx
    return `${siwx.status} ${siwx.session?.address}`
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <LatchkeyProvider latchkey={latchkey}>
        <Shown />
      </LatchkeyProvider>,
    ),
  )
  expect(container.textContent).toBe('signedOut undefined')
  await expect(seen.siwx?.signIn()).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await act(async () => void (await latchkey.connect({ connectorId: 'io.fern' })))
  await act(async () => void (await seen.siwx?.signIn()))
  expect(container.textContent).toBe(`signedIn ${fakeAddress(1)}`)
  await act(async () => seen.siwx?.signOut())
  expect(container.textContent).toBe('signedOut undefined')
  await act(async () => root.unmount())
  latchkey.destroy()
  container.remove()
})
