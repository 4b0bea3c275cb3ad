import { useEffect, useState } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { useTexts } from "./texts.ts"

/** How long the server may take for a plan and for its application, in milliseconds. */
export const longest = 600_000

/** How long a call is under way, and how long it should take. Shown after a second, as most are done by then. */
export const Underway = ({ about }: { readonly about?: number | undefined }) => {
  const say = useTexts()
  const { count } = useFormats()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 250)
    return () => clearInterval(timer)
  }, [])
  if (seconds < 1) return undefined
  const isKnown = about !== undefined && seconds < about
  return (
    <div className="stack-close">
      <progress aria-label={say.plan} {...(isKnown ? { max: about, value: seconds } : {})} />
      {/* Screen readers get the first second alone, not one after the other. */}
      <p className="muted small" aria-live="off">
        {isKnown ? say.underwayOf(count(seconds), count(Math.ceil(about))) : say.underway(count(seconds))}
      </p>
    </div>
  )
}
