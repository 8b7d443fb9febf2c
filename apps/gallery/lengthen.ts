/** The vowels that German marks, so that accents above capitals are seen to fit. */
const MARKED: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü', A: 'Ä', O: 'Ö', U: 'Ü', s: 'ß' }

/** Words as long as a translation into German tends to be: a quarter more, in long compounds; placeholders stay. */
export function lengthen(text: string): string {
  return text
    .split(/(\{\w+\})/)
    .map((piece) => {
      if (piece.startsWith('{')) return piece
      return piece.replace(/[A-Za-z’]{4,}/g, (word) => {
        const marked = word.replace(/[aouAOUs]/, (letter) => MARKED[letter] ?? letter)
        return `${marked}${'ungsweise'.slice(0, Math.ceil(word.length / 2))}`
      })
    })
    .join('')
}
