import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"

/** How long the server takes to answer from here: tells a bad network from a slow server. */
export const Connection = () => {
  const say = useMessages()
  const [milliseconds, setMilliseconds] = useState<number>()
  const { busy, refusal, submit } = useSubmit(async () => {
    const start = performance.now()
    const answer = await call("GET /health")
    setMilliseconds(answer.ok ? Math.round(performance.now() - start) : undefined)
    return answer
  }, () => undefined)
  return (
    <section className="card stack">
      <div>
        <Button busy={busy} onClick={() => void submit()}>{say.testConnection}</Button>
      </div>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {refusal === undefined && milliseconds !== undefined && (
        <Notice kind="good">
          <p>{say.answeredIn(milliseconds)}</p>
        </Notice>
      )}
    </section>
  )
}
