/** The ghost of something on its way, in its final size. Hidden from screen readers: the view says once that it loads. */
export function Skeleton({ kind }: { readonly kind: 'row' | 'text' | 'money' | 'circle' }) {
  if (kind !== 'row') return <span className={`bone ${kind}`} aria-hidden="true" />
  return (
    <span className="row plain ghost" aria-hidden="true">
      <span className="bone picture" />
      <span className="row-text">
        <span className="bone long" />
        <span className="bone short" />
      </span>
    </span>
  )
}
