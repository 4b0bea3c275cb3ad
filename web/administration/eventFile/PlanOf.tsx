import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ApplyPlan } from "./ApplyPlan.tsx"
import type { Plan } from "./Changes.ts"
import { PlanView, RefusedChanges, useCounted } from "./PlanView.tsx"
import { useTexts } from "./texts.ts"
import type { ShownPlan } from "./usePlan.ts"

type Secrets = Readonly<Record<string, string>>

interface PlanOfProps {
  readonly node: number
  readonly of: ShownPlan
  readonly busy: boolean
  readonly onCheck: (secrets: Secrets) => void
  readonly onDone: (done: Plan) => void
}

/** A plan with the secrets that it needs, and the way to apply it. */
export const PlanOf = ({ busy, node, of: shown, onCheck, onDone }: PlanOfProps) => {
  const say = useTexts()
  const { count } = useFormats()
  const counted = useCounted()
  const { input, plan } = shown
  const [secrets, setSecrets] = useState<Secrets>(input.secrets ?? {})
  const [needed] = useState(plan.missing_variables)
  const isUntried = plan.missing_variables.length > 0
  if (plan.steps.length === 0) {
    return (
      <Notice kind="good">
        <p>{say.nothing}</p>
        {plan.kept_secrets > 0 && <p>{say.kept(count(plan.kept_secrets))}</p>}
      </Notice>
    )
  }
  return (
    <section className="stack" aria-labelledby="plan">
      <h2 id="plan">{say.plan}</h2>
      <p>{counted(plan.steps, say.counts)}</p>
      <RefusedChanges of={plan.refused} />
      {needed.length > 0 && (
        <SecretEntries
          busy={busy}
          isUntried={isUntried}
          needed={needed}
          secrets={secrets}
          onChange={setSecrets}
          onCheck={() => onCheck(secrets)}
        />
      )}
      <PlanView plan={plan} />
      {!isUntried && plan.refused.length === 0 && (
        <ApplyPlan node={node} shown={{ ...shown, input: { ...input, secrets } }} onDone={onDone} />
      )}
    </section>
  )
}

interface SecretEntriesProps {
  readonly busy: boolean
  /** Whether the plan was not tried yet, as it lacks secrets. */
  readonly isUntried: boolean
  readonly needed: ReadonlyArray<string>
  readonly secrets: Secrets
  readonly onChange: (secrets: Secrets) => void
  readonly onCheck: () => void
}

/** The secrets that a file names. They come before the plan, as nothing can be applied without them. */
const SecretEntries = ({ busy, isUntried, needed, onChange, onCheck, secrets }: SecretEntriesProps) => {
  const say = useTexts()
  return (
    <Form label={say.secrets} refusal={undefined} onSubmit={onCheck}>
      <h3>{say.secrets}</h3>
      <p className="muted">{say.secretsHint}</p>
      <div className="entries">
        {needed.map((name) => (
          <TextField
            key={name}
            name={name}
            label={name}
            type="password"
            autoComplete="off"
            value={secrets[name] ?? ""}
            onChange={(value) => onChange({ ...secrets, [name]: value })}
          />
        ))}
      </div>
      {isUntried && <p>{say.untried}</p>}
      <div>
        <Button
          kind={isUntried ? "primary" : "usual"}
          type="submit"
          busy={busy}
          disabled={needed.some((name) => !secrets[name])}
        >
          {say.check}
        </Button>
      </div>
    </Form>
  )
}
