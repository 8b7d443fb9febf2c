import { Component, type ReactNode } from 'react'

/** Keeps a broken view from taking the shell along: `children` break, `fallback` says what happened. A new route heals it. */
export class ViewBoundary extends Component<ViewBoundary.Props, ViewBoundary.State> {
  override state: ViewBoundary.State = { error: undefined }

  static getDerivedStateFromError(error: unknown): ViewBoundary.State {
    return { error: { cause: error } }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return this.props.fallback({ error: error.cause, retry: () => this.setState({ error: undefined }) })
  }
}
export declare namespace ViewBoundary {
  type State = { readonly error: { readonly cause: unknown } | undefined }
  type Props = {
    readonly children: ReactNode
    readonly onError: (error: unknown) => void
    readonly fallback: (broken: { readonly error: unknown; readonly retry: () => void }) => ReactNode
  }
}
