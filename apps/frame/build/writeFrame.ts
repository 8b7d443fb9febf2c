/** Writes the frame's files to a folder, `apps/frame/dist/frame` where none is named, for `latchkey-gateway frame` or any server of files. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildFrame, FRAME_FOLDER } from './buildFrame.ts'

const [, , named] = process.argv
const folder = named === undefined ? FRAME_FOLDER : resolve(named)
rmSync(folder, { recursive: true, force: true })
for (const [name, bytes] of (await buildFrame()).files) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), bytes)
}
process.stdout.write(`The frame is in ${folder}\n`)
