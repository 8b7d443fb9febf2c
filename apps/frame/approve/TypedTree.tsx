import type { TypedField } from '@latchkey/wire/guard'

/** Typed data as it is signed: every field with its type, nothing cut, structures and lists opened (SEC-47). */
export function TypedTree({ fields }: { readonly fields: readonly TypedField[] }) {
  return (
    <ul className="approve-tree" translate="no">
      {fields.map((field) => (
        <li key={field.name}>
          <span className="approve-name">
            <bdi dir="ltr">{field.name}</bdi> <small dir="ltr">{field.type}</small>
          </span>
          {field.kind === 'group' ? (
            <TypedTree fields={field.fields} />
          ) : (
            <bdi className="approve-value" dir={field.type === 'string' ? 'auto' : 'ltr'}>
              {field.value}
            </bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
