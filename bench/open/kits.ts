/** Where the things that visitors wait for stand in a kit. */

/** Selectors, each within the shadow root of the one before; one with a text is met by the first element that has it. */
export type Path = readonly (string | { readonly selector: string; readonly text: string })[]

export type Kit = {
  readonly button: Path
  readonly modal: Path
  /** The first wallet. */
  readonly row: Path
  /** What leads to a code for a phone, and the code; left out where it cannot be had here. */
  readonly pairing?: { readonly way: Path; readonly code: Path } | undefined
}

export const LATCHKEY: Kit = {
  button: ['latchkey-button', 'button:not([aria-busy])'],
  modal: ['[data-latchkey]', 'dialog[open]'],
  row: ['[data-latchkey]', 'dialog[open] [data-focus-key^="wallet:"]'],
  pairing: {
    way: ['[data-latchkey]', 'dialog[open] [data-focus-key="wallet:walletConnect"]'],
    code: ['[data-latchkey]', 'dialog[open] .qr-code canvas'],
  },
}
