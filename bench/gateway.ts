/**
 * `npm run bench -- gateway`: the resident memory of a gateway, a few seconds after its start, and a few seconds after somebody
 * began to sign in, which opens the database that it has just made.
 */
import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'

const REST_MS = 5_000

const program = await bundleChild('gatewayChild', { packages: 'external' })
const child = fork(program, { execArgv: ['--no-warnings'] })
const url = String(await heardFrom(child, 'the gateway', 60_000))

const atRest = await weigh()
const answer = await fetch(`${url}/auth/v1/nonce?projectId=bench`, { headers: { origin: 'https://shop.example' } })
if (!answer.ok) throw new Error(`No nonce: ${answer.status} ${await answer.text()}`)
const withDatabase = await weigh()
const ended = new Promise((resolve) => child.once('exit', resolve))
child.disconnect()
await ended

export const result = { megabytes: { atRest, withDatabase } }

async function weigh(): Promise<number> {
  await pause(REST_MS)
  child.send('weigh')
  return Math.round(Number(await heardFrom(child, 'the weight of the gateway', 10_000)) / 1_048_576)
}
