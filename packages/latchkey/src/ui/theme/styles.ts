import button from '../parts/button.css?inline'
import notice from '../parts/notice.css?inline'
import picture from '../parts/picture.css?inline'
import row from '../parts/row.css?inline'
import shell from '../shell/shell.css?inline'
import views from '../views/views.css?inline'
import base from './base.css?inline'
import tokens from './tokens.css?inline'

/** Every style that the first opening needs, in the order in which later files may win; others come with their part or view. */
const STYLES = [tokens, base, picture, button, row, notice, shell, views].join('\n')

/**
 * Gives a shadow root the styles of the modal as one constructable sheet: no style element and no inline style, so a page
 * that allows neither still shows us as we are (SEC-100). Other styles than those are added after them.
 */
export function adoptStyles(root: ShadowRoot, css: string = STYLES): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
