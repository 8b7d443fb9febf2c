export { type CodemodCode, CodemodError } from './CodemodError.ts'
export { type Outcome, run } from './run.ts'
