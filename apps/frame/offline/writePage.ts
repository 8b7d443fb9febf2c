/** Writes the page that opens a backup to `apps/frame/dist/latchkey-backup.html`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildBackupPage } from './buildPage.ts'

const folder = resolve(import.meta.dirname, '../dist')
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/latchkey-backup.html`, await buildBackupPage())
