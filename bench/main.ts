/**
 * `npm run bench`: what the modal costs a page, and how fast the protocol is, each against something measured in the same
 * run, so that the figures can be read as ratios whatever the machine is doing. `npm run bench -- modal`, `-- protocol` or
 * `-- relay` runs one of them.
 */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const name of ['modal', 'protocol', 'relay'] as const) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await (name === 'modal' ? import('./modal.ts') : name === 'protocol' ? import('./protocol.ts') : import('./relay.ts'))
}

export {}
