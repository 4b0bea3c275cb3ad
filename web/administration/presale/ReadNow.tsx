import { Button } from "../../kit/Button.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** Has the ticket shop read at once, while the import is on. */
export const ReadNow = () => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const isOn = useAnswer("GET /presale/status", { query }).data?.is_enabled === true
  const { busy, refusal, submit } = useChange((everything: boolean) =>
    call("POST /presale/read", { query, body: { everything } })
  )
  if (!useMay()("POST /presale/read") || !isOn) return undefined
  return (
    <>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <Button busy={busy} onClick={() => void submit(true)}>{say.readEverything}</Button>
      <Button kind="primary" busy={busy} onClick={() => void submit(false)}>{say.readNow}</Button>
    </>
  )
}
