// Lays the script beside the page and writes its hash into the tag.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import integrity from '@latchkey/script/integrity.json' with { type: 'json' }

mkdirSync('dist', { recursive: true })
copyFileSync(fileURLToPath(import.meta.resolve('@latchkey/script')), 'dist/latchkey.js')
copyFileSync('page.js', 'dist/page.js')
writeFileSync('dist/index.html', readFileSync('index.html', 'utf8').replace('INTEGRITY', integrity['latchkey.js']))
