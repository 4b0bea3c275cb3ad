import type { ReactNode } from "react"
import type { Kept } from "./Answers.ts"
import { Button } from "./Button.tsx"
import { useFormats } from "./EventFormats.ts"
import { useKitMessages } from "./Messages.ts"
import { Refused } from "./Refused.tsx"

export interface LoadedProps<T> {
  readonly of: Kept<T> & { readonly load: () => void }
  /** How many lines the content will have, about; the placeholder is as high. */
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/**
 * Content that comes from a call: a placeholder of its size while it loads for the first time, a way to try again if that failed,
 * and a remark above older data when newer ones could not be loaded.
 */
export function Loaded<T>({ children, lines = 3, of: { at, data, load, refusal } }: LoadedProps<T>) {
  const say = useKitMessages()
  const { moment } = useFormats()
  if (data === undefined && refusal === undefined) return <Placeholder lines={lines} />
  return (
    <>
      {refusal !== undefined && (
        <Refused refusal={refusal}>
          {data !== undefined && <p>{say.asOf(moment(new Date(at).toISOString()))}</p>}
          <div>
            <Button onClick={load}>{say.retry}</Button>
          </div>
        </Refused>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

/** Grey bars in place of text that is still loading. */
export const Placeholder = ({ lines }: { readonly lines: number }) => (
  <div className="stack" role="status" aria-label={useKitMessages().loading}>
    {Array.from({ length: lines }, (_, line) => <span key={line} className="skeleton" />)}
  </div>
)
