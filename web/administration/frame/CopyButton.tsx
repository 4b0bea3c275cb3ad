import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useMessages } from "../messages/messages.ts"

/** Copies a text. Browsers have a clipboard on pages with HTTPS alone; elsewhere the text is selected by hand. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const say = useMessages()
  const [copied, setCopied] = useState<string>()
  if (!("clipboard" in navigator)) return
  return (
    <Button
      kind="quiet"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text), () => setCopied(undefined))}
    >
      {copied === text ? say.copied : say.copy}
    </Button>
  )
}
