import { adoptSheet } from '../../core/services/adoptSheet.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { fill } from '../fill.ts'
import { type ButtonKind, type ReadAttribute, readNamespace } from '../settings.ts'
import { richEn } from '../words/richEn.ts'
import { createWallet } from './createWallet.ts'
import { drawRich } from './drawRich.ts'
import type { Rich } from './rich.ts'
import { type ButtonDetails, getRichModel } from './richModel.ts'
import { RICH_SHEET } from './sheet.ts'
import { watchDetails } from './watchDetails.ts'

/** Makes the drawing of account and network looks; loaded when there is an account or network to show. */
export function createRich(
  instance: Instance,
  parameters: { kind: ButtonKind; button: HTMLButtonElement; read: ReadAttribute; redraw: () => void },
): Rich {
  const { kind, button, read, redraw } = parameters
  const root = button.getRootNode()
  // Made anew for each account of the same button.
  if (root instanceof ShadowRoot && !button.dataset.sheet) {
    button.dataset.sheet = 'rich'
    adoptSheet(root, RICH_SHEET)
  }
  if (kind === 'wallet') return createWallet(instance, parameters)
  let details: ButtonDetails | undefined
  let stopDetails: (() => void) | undefined
  let followed = ''
  let drawn = ''

  const stop = (): void => {
    stopDetails?.()
    stopDetails = undefined
    details = undefined
    followed = drawn = ''
  }
  const follow = (): void => {
    const showAccount = kind !== 'network'
    const showBalance = showAccount && read('balance') !== 'hide'
    const wanted = `${read('namespace')}/${showBalance}`
    if (wanted === followed) return
    stop()
    followed = wanted
    // The first call comes at once, before anything is drawn.
    let isDrawing = true
    stopDetails = watchDetails(instance, { namespace: readNamespace(read), showBalance, showAccount }, (next) => {
      details = next
      if (!isDrawing) redraw()
    })
    isDrawing = false
  }

  return {
    stop,
    draw({ words, loading }) {
      follow()
      const model = getRichModel(instance, { kind, read, words: { ...richEn, ...words }, details, loading })
      const looks = JSON.stringify([model, read('size'), button.className])
      // Equal looks keep their pictures, which would flicker when made anew.
      if (looks !== drawn) {
        const { className, children } = drawRich(model)
        button.className = `${className}${read('size') === 'sm' ? ' sm' : ''}`
        button.disabled = model.disabled
        if (model.name) button.setAttribute('aria-label', model.name)
        else button.removeAttribute('aria-label')
        button.removeAttribute('aria-busy')
        fill(button, ...children)
        drawn = JSON.stringify([model, read('size'), button.className])
      }
      return model.opens
    },
  }
}
