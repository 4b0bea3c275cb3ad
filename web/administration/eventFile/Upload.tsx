import { useId, useState } from "react"
import { CheckField, describedBy, Remarks } from "../../kit/Field.tsx"
import { Form, useMistake } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { isRecord, type Refusal } from "../../kit/Refusal.ts"
import { base64Of } from "../form/File.ts"
import { Applied } from "./ApplyPlan.tsx"
import { PlanButton } from "./PlanButton.tsx"
import { PlanOf } from "./PlanOf.tsx"
import { useTexts } from "./texts.ts"
import { Underway } from "./Underway.tsx"
import { usePlan } from "./usePlan.ts"

interface FileOptions {
  readonly keep: boolean
  readonly renew_secrets: boolean
}

interface UploadProps {
  /** The event that the file describes, or the node below which it makes a new one. */
  readonly node: number
  readonly isNew?: boolean
}

/** A file, the plan of what it would change, and its application. */
export const Upload = ({ isNew = false, node }: UploadProps) => {
  const say = useTexts()
  const [files, setFiles] = useState<ReadonlyArray<File>>([])
  const [unreadable, setUnreadable] = useState(0)
  const [options, setOptions] = useState<FileOptions>({ keep: false, renew_secrets: false })
  const { ask, busy, done, finish, forget, refusal, shown } = usePlan(node)
  // A plan of another file, or with other options, is no longer what would be done.
  const change = (next: FileOptions) => {
    forget()
    setOptions(next)
  }
  const choose = (chosen: ReadonlyArray<File>) => {
    forget()
    setUnreadable(0)
    setFiles(chosen)
  }
  const [file, ...others] = files.filter((one) => !isPicture(one))
  const isOne = file !== undefined && others.length === 0
  const show = async (chosen: File) => {
    forget()
    const read = await contentsOf(chosen, files.filter(isPicture))
    if (read !== undefined) return ask({ ...options, ...read })
    setFiles([])
    setUnreadable(unreadable + 1)
  }
  const mistake = unreadable > 0 ? say.changedFile : files.length > 0 && !isOne ? say.oneFile : undefined
  const isInvalid = refusal?.id === "EventFileInvalid"
  return (
    <>
      <Form
        label={say.upload}
        refusal={isInvalid ? undefined : refusal}
        mistakes={mistake === undefined ? undefined : { file: mistake }}
        onSubmit={() => isOne && void show(file)}
      >
        <div className="entries">
          {/* A browser says nothing when the same file is chosen again, unless the entry is a new one. */}
          <FileEntry key={unreadable} onChange={choose} />
        </div>
        {!isNew && <Options of={options} onChange={change} />}
        <PlanButton busy={busy} disabled={!isOne} isShown={shown !== undefined}>{say.showPlan}</PlanButton>
      </Form>
      {busy && <Underway about={shown?.seconds} />}
      {isInvalid && <FileProblems of={refusal} />}
      {done !== undefined && <Applied of={done} isNew={isNew} />}
      {shown !== undefined && (
        <PlanOf
          // Each plan begins with no secrets entered.
          key={shown.input.file}
          node={node}
          of={shown}
          busy={busy}
          onCheck={(secrets) => void ask({ ...shown.input, secrets })}
          onDone={finish}
        />
      )}
    </>
  )
}

const isPicture = ({ name }: File) => /\.(?:svg|png|jpe?g|webp)$/i.test(name)

/**
 * What a file says now, and the pictures beside it by their names; undefined if one was changed, moved or deleted since it was
 * chosen, as browsers read it no more then.
 */
const contentsOf = async (file: File, beside: ReadonlyArray<File>) => {
  try {
    const pictures = await Promise.all(beside.map(async (one) => [one.name, await base64Of(one)] as const))
    return { file: await file.text(), pictures: Object.fromEntries(pictures) }
  } catch {
    return undefined
  }
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

const FileEntry = ({ onChange }: { readonly onChange: (files: ReadonlyArray<File>) => void }) => {
  const say = useTexts()
  const id = useId()
  const mistake = useMistake("file")
  return (
    <div className="field">
      <label htmlFor={id}>{say.file}</label>
      <input
        id={id}
        type="file"
        multiple
        accept=".yaml,.yml,.json,application/yaml,.svg,.png,.jpg,.jpeg,.webp"
        aria-invalid={mistake !== undefined || undefined}
        aria-describedby={describedBy(id, say.fileHint, mistake)}
        onChange={({ target: { files } }) => onChange(Array.from(files ?? []))}
      />
      <Remarks id={id} hint={say.fileHint} mistake={mistake} />
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
