/** How long a browser may take to begin reading what it saves, in ms. */
const READ_MS = 60_000

/**
 * Lets the browser save a file. A link that downloads needs nothing of a page's Content Security Policy: nothing is fetched by the
 * page, drawn or run.
 */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
