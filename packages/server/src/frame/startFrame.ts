import { listen } from '../listen.ts'
import { createFrameApp, readFrame } from './createFrameApp.ts'
import type { FrameConfig } from './frameConfig.ts'
import { readDescriptors } from './readDescriptors.ts'

/** Serves a built frame, and resolves once it listens. It reads the projects of the configuration, and opens no database. */
export async function startFrame(parameters: {
  config: FrameConfig
  /** Where the built files are. */
  folder: string
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { config, folder } = parameters
  const { login, publicUrl, projects, chains, descriptors } = config
  const files = readFrame(folder)
  const descriptions = readDescriptors(descriptors)
  const listening = await listen(config)
  listening.serve(
    createFrameApp({
      files,
      gatewayUrl: publicUrl.replace(/\/+$/, ''),
      vaultOrigin: login.vault.origin,
      projects,
      chains,
      descriptions,
    }),
  )
  return { url: listening.url, close: () => listening.stop() }
}
