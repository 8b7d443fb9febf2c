import { setFlagsFromString } from 'node:v8'

/**
 * Leaves WebAssembly of this process, which is the embedded database, as it was first compiled. The compiler that would follow
 * keeps 60 to 100 MB for itself. Measured: single queries take no more processor time, writes of 500 rows a quarter more. For our
 * own programs, because it is the whole process's: whoever starts a gateway in theirs decides for themselves.
 */
export function compileWasmOnce(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
