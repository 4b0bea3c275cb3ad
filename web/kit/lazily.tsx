import { type ComponentType, useEffect, useState } from "react"
import { Placeholder } from "./Loaded.tsx"

/**
 * A component of a module that is loaded when it is first drawn. Until then it is a placeholder of `lines`, or nothing.
 *
 * React's `lazy` would do, but it needs a Suspense boundary, and React holds back whatever follows the fallback of a boundary for
 * 0.3 s, even if the code is there at once.
 */
export const lazily = <Name extends string, Props extends object>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
  lines?: number
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined
  return (props) => {
    const [Content, setContent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (loaded !== undefined) return
      let isDrawn = true
      load().then(
        ({ [name]: component }) => {
          loaded = component
          if (isDrawn) setContent(() => component)
        },
        (error: unknown) => isDrawn && setFailure({ error })
      )
      return () => {
        isDrawn = false
      }
    }, [])
    // The nearest error boundary shows it.
    if (failure !== undefined) throw failure.error
    if (Content !== undefined) return <Content {...props} />
    return lines !== undefined && <Placeholder lines={lines} />
  }
}
