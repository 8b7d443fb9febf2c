import { sendToBrowser } from './sendToBrowser.ts'

/** What an input method has in the field with the focus while it composes: all of it is put in once more with each letter. */
export async function compose(text: string): Promise<void> {
  const letters = [...text]
  for (let count = 1; count <= letters.length; count += 1) {
    const composed = letters.slice(0, count).join('')
    const at = composed.length
    await sendToBrowser('Input.imeSetComposition', { text: composed, selectionStart: at, selectionEnd: at })
  }
}

/** Ends the composition with this text, as a key of the input method does. */
export async function takeComposed(text: string): Promise<void> {
  await sendToBrowser('Input.insertText', { text })
}
