/** A turning arc for a control that is busy. The control says so in words. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
