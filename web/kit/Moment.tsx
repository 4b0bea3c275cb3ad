import { useEffect, useState } from "react"
import { useFormats } from "./EventFormats.ts"

/** A moment in the event's zone. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{useFormats().moment(at)}</time>

/** A moment as distance from now, with the exact one on hover; counts on by itself. */
export const Distance = ({ at }: { readonly at: string }) => {
  const { distance, moment } = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return <time dateTime={at} title={moment(at)}>{distance(at, now)}</time>
}
