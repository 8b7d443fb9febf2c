import { run } from './run.ts'

const { status, text } = run(process.argv.slice(2))
process.stdout.write(text)
process.exitCode = status
