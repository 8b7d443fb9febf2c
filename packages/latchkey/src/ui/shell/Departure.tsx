import { Component, createRef, type ReactNode } from 'react'
import { isRightToLeft } from '../parts/isRightToLeft.ts'
import { isStill, move, VIEW_MS } from './motion.ts'

/**
 * Lets the view that was on screen fade out under the one that comes in. What fades is a still copy of its elements: the
 * view itself is gone, because its state no longer holds.
 */
export class Departure extends Component<Departure.Props> {
  readonly #layer = createRef<HTMLDivElement>()
  readonly #stage = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(previous: Departure.Props): Element | null {
    if (previous.routeKey === this.props.routeKey) return null
    this.#holdFocus()
    if (isStill()) return null
    const copy = this.#stage.current?.firstElementChild?.cloneNode(true)
    return copy instanceof Element ? copy : null
  }

  override componentDidUpdate(_previous: Departure.Props, _state: unknown, copy: Element | null): void {
    const layer = this.#layer.current
    if (!copy || !layer) return
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['id', 'role', 'data-focus-key', 'data-failure']) element.removeAttribute(name)
    }
    layer.replaceChildren(copy)
    const way = this.props.travel === 'none' ? 0 : this.props.travel === 'back' ? 8 : -8
    const sign = isRightToLeft(layer) ? -1 : 1
    const animation = move(copy, [{ opacity: 1 }, { opacity: 0, transform: `translateX(${way * sign}px)` }], VIEW_MS)
    const leave = (): void => copy.remove()
    if (animation) animation.onfinish = leave
    else leave()
  }

  /**
   * Takes the focus from a view that is about to go. An element that goes with it has the page laid out twice, half of it gone: by
   * the browser, and by React, which wants to give it back.
   */
  #holdFocus(): void {
    const stage = this.#stage.current
    if (!stage?.contains((stage.getRootNode() as ShadowRoot).activeElement)) return
    stage.tabIndex = -1
    stage.focus({ preventScroll: true })
    // Once the view that came has taken it. Taken from what still has the focus, it would have the page laid out once more.
    stage.addEventListener('blur', () => stage.removeAttribute('tabindex'), { once: true })
  }

  override render(): ReactNode {
    return (
      <div className="stage">
        <div className="leaving" ref={this.#layer} aria-hidden="true" />
        <div ref={this.#stage}>{this.props.children}</div>
      </div>
    )
  }
}
export declare namespace Departure {
  type Props = {
    readonly routeKey: number
    readonly travel: 'forward' | 'back' | 'none'
    readonly children: ReactNode
  }
}
