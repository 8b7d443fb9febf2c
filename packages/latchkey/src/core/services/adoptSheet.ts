/**
 * Gives a shadow root a style sheet after those that it has, as a constructable one: no style element and no inline style, so a
 * page that allows neither still shows us as we are (SEC-100). Where there are none, as in jsdom, in which sites run their own
 * tests, it is an element.
 */
export function adoptSheet(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets.push(sheet)
  } catch {
    root.appendChild(document.createElement('style')).append(css)
  }
}
