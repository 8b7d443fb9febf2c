/** Whether JSON text nests deeper than so many levels; told by its brackets, before anything is built from it. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (isInText) {
      if (letter === '\\') index += 1
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > levels) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}
