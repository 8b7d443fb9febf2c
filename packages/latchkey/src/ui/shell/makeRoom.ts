/**
 * Makes room in the card for a line at its foot, or at its top, so that no control moves: the card grows by it, and all else stays
 * where it was. A card that cannot grow so far stays as high as it is, and what scrolls in it gives way above its foot.
 */
export function makeRoom(line: HTMLElement, card: HTMLElement, at: 'start' | 'end'): () => void {
  // Whatever motion the card is in, as it will stand then.
  card.style.setProperty('block-size', 'auto', 'important')
  const { offsetHeight } = line
  const withLine = card.offsetHeight
  line.style.display = 'none'
  const without = card.offsetHeight
  const { top } = card.getBoundingClientRect()
  line.style.display = ''
  card.style.removeProperty('block-size')
  const { marginBlockStart, marginBlockEnd } = getComputedStyle(line)
  const added = offsetHeight + (Number.parseFloat(at === 'start' ? marginBlockStart : marginBlockEnd) || 0)
  if (withLine - without < offsetHeight || (at === 'start' && top < added)) {
    card.style.maxBlockSize = `min(${without}px, 100%)`
    line.dataset.inside = ''
    return () => void card.style.removeProperty('max-block-size')
  }
  const name = at === 'start' ? '--banner' : '--toast'
  card.style.setProperty(name, `${added}px`)
  return () => void card.style.removeProperty(name)
}
