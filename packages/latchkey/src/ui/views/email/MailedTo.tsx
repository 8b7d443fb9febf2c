/** A sentence with an address in it, which is read from left to right in every language. */
export function MailedTo({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly name?: string | undefined }[]
}) {
  return (
    <p className="email-said">
      {pieces.map(({ text, name }) =>
        name === undefined ? (
          <span key={text}>{text}</span>
        ) : (
          <bdi key={name} dir="ltr">
            {text}
          </bdi>
        ),
      )}
    </p>
  )
}
