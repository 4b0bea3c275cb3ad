import { Component, type ReactNode } from "react"
import { Button } from "./Button.tsx"
import { useKitMessages } from "./Messages.ts"
import { Notice } from "./Notice.tsx"

/** Keeps a fault of one screen from leaving a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

const Broken = () => {
  const say = useKitMessages()
  return (
    <Notice kind="stopped">
      <p>{say.broken}</p>
      <p>{say.brokenHint}</p>
      <div>
        <Button onClick={() => location.reload()}>{say.reload}</Button>
      </div>
    </Notice>
  )
}
