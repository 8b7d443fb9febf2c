type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Makes an element with attributes and children; text stays text. `true` sets an attribute without a value. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

/** The same for drawings. */
export function drawing<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

/** The element of an id that the page's markup has. Throws when the markup lost it. */
export function getElement(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`index.html has no #${id}.`)
  return found
}

function setAttributes(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '')
    else if (typeof value === 'string') made.setAttribute(name, value)
  }
}
