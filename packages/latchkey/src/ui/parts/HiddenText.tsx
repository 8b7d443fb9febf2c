/** Words for screen readers only. */
export function HiddenText({ children, id }: { readonly children: string; readonly id?: string | undefined }) {
  return (
    <span className="hidden-text" id={id}>
      {children}
    </span>
  )
}
