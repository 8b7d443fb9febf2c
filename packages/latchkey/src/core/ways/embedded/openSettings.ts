import type { FramePayload } from '@latchkey/wire/frame'
import type { Instance } from '../../types/latchkey.ts'
import { EMBEDDED_ID, EMBEDDED_NAME } from './embeddedId.ts'
import { openFrame } from './openFrame.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** Has the frame show one of its own screens, of which nothing comes back (SEC-15). Rejects with a failure. */
export async function openSettings(
  instance: Instance,
  section: FramePayload<'OPEN_SETTINGS'>['section'],
): Promise<void> {
  try {
    await openFrame(instance).channel.call('OPEN_SETTINGS', { section })
  } catch (error) {
    throw toFrameFailure(error, { step: 'open', connectorId: EMBEDDED_ID, walletName: EMBEDDED_NAME })
  }
}
