import { useId, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { CheckField, TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { isRecord, type Refusal } from "../../kit/Refusal.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type OfficeBody } from "../calls.ts"
import { ApplyPlan } from "./ApplyPlan.tsx"
import type { Plan } from "./Changes.ts"
import { PlanView, RefusedChanges } from "./PlanView.tsx"
import { useTexts } from "./texts.ts"
import { timed } from "./timed.ts"
import { longest, Underway } from "./Underway.tsx"

export type FileInput = OfficeBody<"POST /tree/nodes/:node_id/plan-event-file">

interface FileOptions {
  readonly keep: boolean
  readonly renew_secrets: boolean
}

interface UploadProps {
  /** The event that the file describes, or the node below which it makes a new one. */
  readonly node: number
  readonly isNew?: boolean
}

/** A plan, the input that it is the plan of, and how long it took, in seconds. */
export interface ShownPlan {
  readonly plan: Plan
  readonly input: FileInput
  readonly seconds: number
}

/** A file, the plan of what it would change, and its application. */
export const Upload = ({ isNew = false, node }: UploadProps) => {
  const say = useTexts()
  const [file, setFile] = useState("")
  const [options, setOptions] = useState<FileOptions>({ keep: false, renew_secrets: false })
  const [shown, setShown] = useState<ShownPlan>()
  const { busy, refusal, submit } = useSubmit(
    (input: FileInput) =>
      timed(
        call("POST /tree/nodes/:node_id/plan-event-file", { params: { node_id: node }, body: input }, {
          timeoutMilliseconds: longest
        }),
        (plan, seconds): ShownPlan => ({ plan, input, seconds })
      ),
    setShown
  )
  // A plan of another file, or with other options, is no longer what would be done.
  const change = (next: FileOptions) => {
    setShown(undefined)
    setOptions(next)
  }
  const read = async (chosen: File | undefined) => {
    setShown(undefined)
    setFile(await chosen?.text() ?? "")
  }
  const isInvalid = refusal?.id === "EventFileInvalid"
  return (
    <>
      <Form
        label={say.upload}
        refusal={isInvalid ? undefined : refusal}
        onSubmit={() => file !== "" && void submit({ ...options, file })}
      >
        <FileEntry onChange={read} />
        {!isNew && <Options of={options} onChange={change} />}
        <div>
          <Button kind="primary" type="submit" busy={busy} disabled={file === ""}>{say.showPlan}</Button>
        </div>
      </Form>
      {busy && <Underway about={shown?.seconds} />}
      {isInvalid && <FileProblems of={refusal} />}
      {shown !== undefined && (
        <PlanOf
          // Each plan begins with no secrets entered.
          key={shown.input.file}
          node={node}
          of={shown}
          busy={busy}
          onCheck={(secrets) => void submit({ ...options, file, secrets })}
        />
      )}
    </>
  )
}

interface OptionsProps {
  readonly of: FileOptions
  readonly onChange: (options: FileOptions) => void
}

const Options = ({ of: options, onChange }: OptionsProps) => {
  const say = useTexts()
  const set = (name: keyof FileOptions) => (value: boolean) => onChange({ ...options, [name]: value })
  return (
    <>
      <CheckField name="keep" hint={say.keepHint} checked={options.keep} onChange={set("keep")}>{say.keep}</CheckField>
      <CheckField
        name="renew_secrets"
        hint={say.renewHint}
        checked={options.renew_secrets}
        onChange={set("renew_secrets")}
      >
        {say.renew}
      </CheckField>
    </>
  )
}

const FileEntry = ({ onChange }: { readonly onChange: (file: File | undefined) => void }) => {
  const say = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{say.file}</label>
      <input
        id={id}
        type="file"
        accept=".yaml,.yml,.json,application/yaml"
        aria-describedby={`${id}-hint`}
        onChange={({ target: { files } }) => onChange(files?.[0])}
      />
      <span id={`${id}-hint`} className="muted small">{say.fileHint}</span>
    </div>
  )
}

/** What is wrong with a file, line by line. */
const FileProblems = ({ of: refusal }: { readonly of: Refusal }) => {
  const say = useTexts()
  const problems = Array.isArray(refusal.body["problems"]) ? refusal.body["problems"].filter(isRecord) : []
  return (
    <Notice kind="stopped">
      <h3>{say.problems}</h3>
      <ul className="stack-close">
        {problems.map(({ line, message, path }, at) => (
          <li key={at}>
            <strong>{say.line(Number(line))}</strong>
            {path !== "" && ` (${path})`}: {String(message)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface PlanOfProps {
  readonly node: number
  readonly of: ShownPlan
  readonly busy: boolean
  readonly onCheck: (secrets: Readonly<Record<string, string>>) => void
}

/** A plan with the secrets that it needs, and the way to apply it. */
const PlanOf = ({ busy, node, of: shown, onCheck }: PlanOfProps) => {
  const say = useTexts()
  const { count } = useFormats()
  const { input, plan } = shown
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>(input.secrets ?? {})
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
      <RefusedChanges of={plan.refused} />
      <PlanView plan={plan} />
      {needed.length > 0 && (
        <Form label={say.secrets} refusal={undefined} onSubmit={() => onCheck(secrets)}>
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
                onChange={(value) => setSecrets({ ...secrets, [name]: value })}
              />
            ))}
          </div>
          <div>
            <Button type="submit" busy={busy} disabled={needed.some((name) => !secrets[name])}>{say.check}</Button>
          </div>
        </Form>
      )}
      {isUntried
        ? <p>{say.untried}</p>
        : plan.refused.length === 0 && <ApplyPlan node={node} shown={{ ...shown, input: { ...input, secrets } }} />}
    </section>
  )
}
