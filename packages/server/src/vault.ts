#!/usr/bin/env node
import { runProgram } from './runProgram.ts'

await runProgram('vault')
