import { useEffect, useState } from "react"
import { useFormats } from "./EventFormats.ts"

/** A moment in the event's zone. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{useFormats().moment(at)}</time>

/** The present moment, in milliseconds; counts on by itself. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A moment as distance from now, with the exact one on hover; counts on by itself. */
export const Distance = ({ at }: { readonly at: string }) => {
  const { distance, moment } = useFormats()
  const now = useNow()
  return <time dateTime={at} title={moment(at)}>{distance(at, now)}</time>
}
