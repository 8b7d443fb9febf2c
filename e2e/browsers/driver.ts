/** A key of the keyboard, by the name that the DOM gives it. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown'

/** A rectangle of the page's area, in CSS pixels. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A running browser, which several visitors use one after the other. */
export type Driver = {
  /** Begins as a visitor who was never here: with empty storage and one tab. The visitor before must have left. */
  enter(): Promise<Visitor>
  stop(): Promise<void>
}

/**
 * What a walk wants of a real browser: a visitor, who looks at one tab at a time. Each browser brings its own driver;
 * every call waits until the browser has done it, and rejects with what the browser says.
 */
export type Visitor = {
  /** Goes to an address and waits until the page has loaded. */
  goTo(address: string): Promise<void>
  reload(): Promise<void>
  /** Opens a further tab of the same visitor and goes there. */
  openTab(): Promise<void>
  /** Shows a tab, counted from 0 in the order in which they were opened. */
  showTab(index: number): Promise<void>
  /** Calls a function of the page's own realm with values that JSON carries; its return value travels back the same way. */
  evaluate<Values extends readonly unknown[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>
  /** A real press of the main button at a point of the page's area, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** A real press of a key, with Shift held where wanted. */
  press(key: Key, held?: 'Shift'): Promise<void>
  type(text: string): Promise<void>
  /** Makes the page's area that big, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of the page's area as it is drawn. */
  takePicture(): Promise<Buffer>
  /** What went wrong in pages so far: script errors, and requests outside loopback where the browser tells them. */
  readonly troubles: readonly string[]
  /** Closes the tabs and forgets what they stored. */
  leave(): Promise<void>
}

/** The code points by which WebDriver names keys. Source: W3C WebDriver, "Keyboard actions". */
export const KEY_CODES: Readonly<Record<Key | 'Shift', string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
}

/** The steps of a press of the main button, the same in WebDriver and WebDriver BiDi. */
export function toClick(x: number, y: number): readonly object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]
}

/** The steps of keys pressed one after the other, with another one held meanwhile where wanted. */
export function toPresses(values: readonly string[], held?: string): readonly object[] {
  const actions = values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  const around =
    held === undefined ? actions : [{ type: 'keyDown', value: held }, ...actions, { type: 'keyUp', value: held }]
  return [{ type: 'key', id: 'keyboard', actions: around }]
}
