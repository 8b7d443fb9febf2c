/** How long a browser may take to begin reading what it saves, in ms. */
const READ_MS = 60_000

/**
 * Lets the browser save a text as a CSV file. A link that downloads needs nothing of a page's Content Security Policy: nothing is
 * fetched by the page, drawn or run.
 */
export function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
