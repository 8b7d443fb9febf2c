/** Controls that people reach by a role and a name; enough for the views, which use native elements. */
const SELECTORS: Readonly<
  Record<'button' | 'link' | 'option' | 'checkbox' | 'textbox' | 'combobox' | 'tab' | 'img', string>
> = {
  button: 'button:not([role]), [role=button]',
  link: 'a[href]',
  option: '[role=option]',
  checkbox: 'input[type=checkbox]',
  textbox: 'input[type=text]',
  combobox: 'select',
  tab: '[role=tab]',
  img: '[role=img]',
}

/** What a screen reader reads of an element: its text without decoration, runs of spaces as one. */
export function readText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const decoration of copy.querySelectorAll('[aria-hidden=true]')) decoration.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** What a control is called: by its own word for it, its label, or what stands in it. */
export function readName(element: Element): string {
  return element.getAttribute('aria-label') ?? readLabel(element) ?? readText(element)
}

/** The control whose text or label holds the words. Throws, with what there is, when none or several do. */
export function findByRole(root: ParentNode, role: keyof typeof SELECTORS, words: string | RegExp): HTMLElement {
  const all = [...root.querySelectorAll<HTMLElement>(SELECTORS[role])]
  const names = all.map(readName)
  const found = all.filter((_, index) => {
    const name = names[index] ?? ''
    return typeof words === 'string' ? name === words || name.startsWith(words) : words.test(name)
  })
  const [first, ...others] = found
  if (first && others.length === 0) return first
  throw new Error(`${found.length} of role ${role} are called ${String(words)}; there are: ${names.join(' | ')}`)
}

function readLabel(element: Element): string | undefined {
  const label =
    element.id === '' ? null : (element.getRootNode() as ShadowRoot).querySelector(`label[for="${element.id}"]`)
  return label === null ? undefined : readText(label)
}
