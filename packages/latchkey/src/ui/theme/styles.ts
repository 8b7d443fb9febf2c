import { adoptSheet } from '../../core/services/adoptSheet.ts'
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

/** Gives a shadow root the styles of the modal, or others after them. */
export function adoptStyles(root: ShadowRoot, css: string = STYLES): void {
  adoptSheet(root, css)
}
