/**
 * Writes the frame's files to a folder, `apps/frame/dist/frame` where none is named, for `latchkey-gateway frame` or any server of files.
 * Nothing else may be in it.
 */
import { resolve } from 'node:path'
import { FRAME_FOLDER, writeFrame } from './buildFrame.ts'

const [, , named] = process.argv
const folder = named === undefined ? FRAME_FOLDER : resolve(named)
await writeFrame(folder)
process.stdout.write(`The frame is in ${folder}\n`)
