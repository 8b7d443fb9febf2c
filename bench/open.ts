/**
 * `npm run bench -- open`: how long a visitor waits, on the README's React quickstart built from the packed packages.
 *
 * Five rounds, interleaved: a bare `<dialog>` in a React site is the floor. Clocks run in the page, from the click to the frame
 * in which the thing stands: the modal, its first row, a QR code. Once as the machine is, with the pointer resting on what is
 * pressed, and once with a processor four times slower; then with servers that answer after 200 ms, over a slow network from the
 * page's load on, in the list of all wallets, and for a visitor who comes back. Other kits beside it, where they are installed
 * (`npm ci --prefix bench/peers`). `--profile` also says what the main thread did; `--part=finding` measures one part alone.
 */
import { type Finding, measureFinding } from './open/finding.ts'
import { LATCHKEY } from './open/kits.ts'
import { measureLoad, measureOpening, measureWaiting, type Opening } from './open/opening.ts'
import { KITS, type Peer } from './open/peers.ts'
import { measureReturning, type Returning } from './open/returning.ts'
import { findPeers, SLOW, setUp, summarise } from './open/setUp.ts'
import type { Result } from './table.ts'

const readArgument = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const ROUNDS = Number(readArgument('rounds') ?? 5)
const part = readArgument('part')
const isWanted = (name: string): boolean => part === undefined || part === name

type Load = { readonly modal: number; readonly row: number }
const opened: Readonly<Record<'asItIs' | 'slow', Opening[]>> = { asItIs: [], slow: [] }
const waited: Load[] = []
const loaded: (Load & { readonly floor: number })[] = []
const found: Finding[] = []
const returned: Returning[] = []
type PeerFigures = {
  readonly asItIs: Opening[]
  readonly slow: Opening[]
  readonly serversAfter200Ms: Load[]
  readonly slowAndSlow4G: Load[]
}
const ofPeers = new Map<Peer, PeerFigures>()

const surroundings = await setUp()
const { urls, inPage } = surroundings
const profiles = (round: number): boolean => round === 0 && process.argv.includes('--profile')
try {
  const url = urls.quickstart
  for (let round = 0; round < ROUNDS; round += 1) {
    if (isWanted('opening')) {
      opened.asItIs.push(await inPage((page) => measureOpening(page, { url })))
      opened.slow.push(await inPage((page) => measureOpening(page, { url, slowness: SLOW, profiles: profiles(round) })))
    }
    if (isWanted('waiting')) waited.push(await inPage((page) => measureWaiting(page, { setUp: surroundings, url })))
    if (isWanted('loading')) {
      const { modal: floor } = await inPage((page) => measureLoad(page, { url: urls.floor }))
      loaded.push({ floor, ...(await inPage((page) => measureLoad(page, { url, kit: LATCHKEY }))) })
    }
    if (isWanted('finding'))
      found.push(await inPage((page) => measureFinding(page, { url, profiles: profiles(round) })))
    if (isWanted('returning')) returned.push(await inPage((page) => measureReturning(page, { url, floor: urls.floor })))
    if (isWanted('peers')) for (const name of findPeers(surroundings)) await measurePeer(name)
  }
} finally {
  await surroundings.stop()
}

/** The same measures of another kit. */
async function measurePeer(name: Peer): Promise<void> {
  const url = urls[name] ?? ''
  const kit = KITS[name]
  const figures = ofPeers.get(name) ?? { asItIs: [], slow: [], serversAfter200Ms: [], slowAndSlow4G: [] }
  ofPeers.set(name, figures)
  figures.asItIs.push(await inPage((page) => measureOpening(page, { url, kit })))
  figures.slow.push(await inPage((page) => measureOpening(page, { url, kit, slowness: SLOW })))
  figures.serversAfter200Ms.push(await inPage((page) => measureWaiting(page, { setUp: surroundings, url, kit })))
  figures.slowAndSlow4G.push(await inPage((page) => measureLoad(page, { url, kit })))
}

export const result: Result = {
  rounds: ROUNDS,
  asItIs: summarise(opened.asItIs),
  slow: summarise(opened.slow),
  serversAfter200Ms: summarise(waited),
  slowAndSlow4G: summarise(loaded),
  allWalletsSlow: summarise(found),
  returning: tellReturning(),
  ...Object.fromEntries(
    [...ofPeers].map(([name, figures]) => [
      name,
      Object.fromEntries(Object.entries(figures).map(([what, rounds]) => [what, summarise(rounds)])),
    ]),
  ),
}

function tellReturning(): Result {
  const { accounts, connected } = summarise(returned)
  if (accounts === undefined || connected === undefined) return {}
  return { accounts, connected, connectedPerAccounts: Math.round((connected / accounts) * 100) / 100 }
}
