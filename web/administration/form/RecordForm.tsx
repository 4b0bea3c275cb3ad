import { type ComponentType, Fragment, type ReactNode, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer, CallOptions } from "../../kit/Call.ts"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ifVersion, useChange } from "../answers.ts"
import { useMessages } from "../messages/messages.ts"
import { Conflicts } from "./Conflicts.tsx"
import { Entry, type EntryProps } from "./Entry.tsx"
import type { FieldsOf } from "./Field.ts"
import { useRecord } from "./useRecord.ts"

export interface RecordFormProps<Body extends object, T> {
  /** What the form is for, for screen readers. */
  readonly label: string
  readonly fields: FieldsOf<Body>
  /** The stored values, or those that a new thing begins with. */
  readonly initial: Body
  /** The version of the stored values; the server refuses to replace any other. */
  readonly version?: string | undefined
  /** Saves with the options that carry the version: `(body, options) => call(…, { body }, options)`. */
  readonly save: (body: Body, options: CallOptions) => Promise<Answer<T>>
  /** Says what happens, such as "Create product". */
  readonly submit: string
  readonly onDone: (answer: T) => void
  /** Tells several forms at one address apart. */
  readonly name?: string
  /** Reads the form's values from the object that someone else saved; the object itself unless given. */
  readonly bodyOf?: (current: Body) => Body
  /** Leaves out fields that make no sense with the other entries. */
  readonly isShown?: (name: keyof Body & string, body: Body) => boolean
  /** Draws entries in a way of their own. */
  readonly special?: { readonly [Name in keyof Body & string]?: ComponentType<EntryProps> }
  /** Headings of parts, each by the entry that its part begins with. */
  readonly headings?: { readonly [Name in keyof Body & string]?: string }
  /** Shown below the entries, such as a sum of them. */
  readonly children?: (body: Body) => ReactNode
}

/** A form whose entries go to a call. What is typed stays until it is saved or discarded, whatever happens meanwhile. */
export function RecordForm<Body extends object, T>(props: RecordFormProps<Body, T>) {
  const say = useMessages()
  const record = useRecord(props)
  const { conflicts, drafts, isChanged, version } = record
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const { busy, refusal, submit } = useChange(
    async (body: Body) => {
      const answer = await props.save(body, ifVersion(version))
      const again = answer.ok ? undefined : record.adopt(answer.refusal)
      return again === undefined ? answer : props.save(again.body, ifVersion(again.version))
    },
    (answer) => {
      record.saved()
      props.onDone(answer)
    }
  )
  const trySave = () => {
    setMistakes(Object.fromEntries(record.mistakes.map(([name, mistake]) => [name, say.mistakes[mistake]])))
    if (record.mistakes.length === 0) void submit(record.body())
  }
  const isStale = refusal?.id === "StaleVersion"
  return (
    <Form label={props.label} refusal={isStale ? undefined : refusal} mistakes={mistakes} onSubmit={trySave}>
      {record.isRestored && isChanged && conflicts === undefined && (
        <Notice>
          <p>{say.restored}</p>
        </Notice>
      )}
      {conflicts !== undefined && <Conflicts conflicts={conflicts} drafts={drafts} onChoose={record.enter} />}
      <div className="entries">
        {record.shown.map(([name, field]) => {
          const EntryOfName = props.special?.[name as keyof Body & string] ?? Entry
          const heading = props.headings?.[name as keyof Body & string]
          return (
            <Fragment key={name}>
              {heading !== undefined && <h2 className="wide">{heading}</h2>}
              <EntryOfName
                name={name}
                field={field}
                draft={drafts[name]!}
                onChange={(draft) => record.enter(name, draft)}
              />
            </Fragment>
          )
        })}
      </div>
      {props.children?.(record.body())}
      <div className="row">
        <Button kind="primary" type="submit" busy={busy}>{props.submit}</Button>
        {isChanged && <Button onClick={record.discard}>{say.discard}</Button>}
      </div>
    </Form>
  )
}
