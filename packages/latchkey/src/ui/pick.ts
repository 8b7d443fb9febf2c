/**
 * Takes one part of a file that was loaded. Written so and not with `await`, because Vite then has a site's bundle say each name three
 * times and wait twice.
 */
export function pick<Name extends string>(name: Name): <Part>(file: { readonly [Each in Name]: Part }) => Part {
  return (file) => file[name]
}
