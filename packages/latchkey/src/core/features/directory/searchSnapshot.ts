import { getNamespace, type NetworkId } from '../../types/network.ts'
import { foldText } from '../../values/foldText.ts'
import type { SnapshotRecord } from './snapshot.ts'

/**
 * The wallets of the bundled list that serve one of the networks and are called so: names that begin with the search
 * first, then those that hold it, then those that hold its letters in their order, which forgives a letter left out.
 * A network that no record names is looked for by its namespace: a wallet can be asked to add it.
 */
export function searchSnapshot(
  records: readonly SnapshotRecord[],
  { search, chains }: { readonly search: string; readonly chains: readonly NetworkId[] },
): readonly SnapshotRecord[] {
  const known = new Set(records.flatMap((record) => record.chains))
  const serves = (record: SnapshotRecord): boolean =>
    chains.length === 0 ||
    chains.some((chain) =>
      known.has(chain)
        ? record.chains.includes(chain)
        : record.chains.some((served) => getNamespace(served) === getNamespace(chain)),
    )
  const wanted = toLetters(search)
  return records
    .flatMap((record, index) => {
      const rank = rankName(toLetters(record.name), wanted)
      return rank === undefined || !serves(record) ? [] : [{ record, rank, index }]
    })
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ record }) => record)
}

/** Lower is better; undefined for no match. Everything matches nothing in particular. */
function rankName(name: string, wanted: string): number | undefined {
  if (wanted === '') return 0
  const place = name.indexOf(wanted)
  if (place >= 0) return place === 0 ? 0 : 1
  let from = 0
  for (const letter of wanted) {
    from = name.indexOf(letter, from) + 1
    if (from === 0) return undefined
  }
  return name[0] === wanted[0] ? 2 : undefined
}

/** Case, accents, spaces and signs make no difference. */
function toLetters(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
