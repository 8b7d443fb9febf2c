import { isLatchkeyError, type Latchkey } from 'latchkey'
import { getElement } from '../../apps/demo/site/element.ts'

/** Shows on a page of a journey who is connected and where, from now on. */
export function showState(latchkey: Latchkey): void {
  const draw = (): void => {
    const { status, address, networkId } = latchkey.getState()
    getElement('status').textContent = status
    getElement('address').textContent = address ?? 'none'
    getElement('network').textContent = networkId
  }
  latchkey.subscribe(draw)
  draw()
}

/** Lists on a page of a journey what its site hears. */
export function showHeard(latchkey: Latchkey): void {
  const write = (text: string): void => {
    const line = document.createElement('li')
    line.textContent = text
    getElement('heard').append(line)
  }
  latchkey.on('event', ({ name }) => write(name))
  latchkey.on('failure', ({ code, step, final }) => write(`${code} ${step} ${final ? 'final' : 'open'}`))
}

/** Lets a button of a page of a journey do something and shows what came of it. */
export function onPress(id: string, run: () => Promise<string>): void {
  const write = (text: string): void => {
    getElement('result').textContent = text
  }
  getElement(id).addEventListener('click', () => {
    write('')
    run().then(write, (error: unknown) => write(isLatchkeyError(error) ? `refused ${error.code}` : `broken ${error}`))
  })
}
