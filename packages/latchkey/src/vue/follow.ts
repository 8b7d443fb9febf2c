import { getCurrentInstance, onMounted, onScopeDispose, type ShallowRef, shallowReadonly, shallowRef } from 'vue'

/**
 * Follows something outside Vue for as long as the scope lives. On a server it is read once and not followed; a component that
 * takes over a server's markup begins with what the server had, so that both agree, and has the rest once it is mounted.
 */
export function follow<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  readOnServer: () => Value,
): Readonly<ShallowRef<Value>> {
  if (typeof window === 'undefined') return shallowReadonly(shallowRef(readOnServer()))
  const component = getCurrentInstance()
  // Vue has given the element that is there to a component that hydrates, and to no other one.
  const isHydrating = component?.vnode.el != null
  const value = shallowRef(isHydrating ? readOnServer() : read())
  const update = (): void => {
    value.value = read()
  }
  onScopeDispose(subscribe(() => (!isHydrating || component?.isMounted ? update() : undefined)))
  if (isHydrating) onMounted(update)
  return shallowReadonly(value)
}
