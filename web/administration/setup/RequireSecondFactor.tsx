import { CheckField } from "../../kit/Field.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** Whether people at a place and below need a second factor. */
export const RequireSecondFactor = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const setting = useAnswer("GET /tree/nodes/:node_id/second-factor", { params })
  const { refusal, submit } = useChange((required: boolean) =>
    call("POST /tree/nodes/:node_id/second-factor", { params, body: { required } })
  )
  return (
    <section className="card stack" aria-labelledby="require">
      <h2 id="require">{say.secondFactor}</h2>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <Loaded of={setting}>
        {({ required, required_by }) => (
          <>
            <CheckField
              name="required"
              hint={say.requireHint}
              checked={required}
              onChange={(next) => void submit(next)}
            >
              {say.requireSecondFactor}
            </CheckField>
            {required_by !== null && required_by.node_id !== params.node_id && (
              <p>{say.requiredAbove(required_by.name)}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
