import { useEffect, useState } from "react"

/** The value once it has not changed for a moment, so that not every letter that one types is asked for. */
export const useLater = <T>(value: T, milliseconds = 150): T => {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, value])
  return later
}
