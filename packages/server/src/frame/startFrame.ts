import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { listen } from '../listen.ts'
import { createFrameApp, readFrame } from './createFrameApp.ts'
import { readDescriptors } from './readDescriptors.ts'

/** Serves a built frame, and resolves once it listens. It reads the projects of the configuration, and opens no database. */
export async function startFrame(parameters: {
  config: Config
  /** Where the built files are. */
  folder: string
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { config, folder } = parameters
  const { login, publicUrl, projects, chains, descriptors } = config
  const missing = [...(login ? [] : ['login']), ...(publicUrl === undefined ? ['publicUrl'] : [])]
  if (!login || publicUrl === undefined) {
    throw new ConfigError(missing.map((key) => ({ key, problem: 'must be there for a frame to be served' })))
  }
  const files = readFrame(folder)
  const listening = await listen(config)
  listening.serve(
    createFrameApp({
      files,
      gatewayUrl: publicUrl.replace(/\/+$/, ''),
      vaultOrigin: login.vault.origin,
      projects,
      chains,
      descriptions: readDescriptors(descriptors),
    }),
  )
  return { url: listening.url, close: () => listening.stop() }
}
