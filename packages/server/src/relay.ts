#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runCli } from './cli.ts'

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const stopAsked = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve())
  process.once('SIGTERM', () => resolve())
})

process.exitCode = await runCli({
  program: 'relay',
  argv: process.argv.slice(2),
  environment: process.env,
  version: manifest.version,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  stopAsked,
  now: () => Date.now(),
})
