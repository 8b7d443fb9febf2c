/**
 * Whether a key belongs to the input method, which takes or drops with it what is being composed. Safari ends the composition before
 * it tells of that key, and gives it the number 229. Source: UI Events, "Legacy key attributes".
 */
export function isComposing({
  isComposing: isUnderWay,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isUnderWay || keyCode === 229
}
