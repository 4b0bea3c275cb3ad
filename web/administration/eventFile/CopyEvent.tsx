import { Fragment, useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { atNode } from "../address.ts"
import { useChange } from "../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../calls.ts"
import { ChoiceEntry } from "../form/Entry.tsx"
import { Page } from "../frame/Page.tsx"
import { fromLocalText } from "../list/LocalTime.ts"
import { allIn, may, type TreeNode, useNodeId, useTree } from "../tree.ts"
import { bySection } from "./Changes.ts"
import { useFieldName } from "./FieldName.ts"
import { PlanButton } from "./PlanButton.tsx"
import { Named, PlanView, RefusedChanges } from "./PlanView.tsx"
import { useTexts } from "./texts.ts"
import { timed } from "./timed.ts"
import { longest, Underway } from "./Underway.tsx"

type Order = OfficeBody<"POST /tree/nodes/:node_id/copy-event">
type Copy = OfficeAnswer<"POST /tree/nodes/:node_id/copy-event">

/** A new event with all that is set up in another one. */
export const CopyEvent = () => {
  const say = useTexts()
  const tree = useTree()
  return (
    <Page>
      <Loaded of={tree}>
        {(root) => {
          const events = allIn(root).filter((node) =>
            node.event_node_id === node.id && may("GET /tree/events/:node_id/event-file", node)
          )
          return events.length === 0
            ? (
              <Notice>
                <p>{say.noSource}</p>
              </Notice>
            )
            : <CopyForm events={events} />
        }}
      </Loaded>
    </Page>
  )
}

const none = { source: "", name: "", starts: "", ends: "" }

const useOrder = (events: ReadonlyArray<TreeNode>) => {
  const formats = useFormats()
  const [typed, setTyped] = useState(none)
  const source = events.find(({ id }) => String(id) === typed.source)
  const zone = { timeZone: source?.event?.time_zone ?? formats.timeZone }
  const momentOf = (text: string) => text === "" ? null : fromLocalText(text, zone)
  const order: Order | undefined = source === undefined || typed.name.trim() === "" ? undefined : {
    event_id: source.id,
    name: typed.name,
    start_date: momentOf(typed.starts),
    end_date: momentOf(typed.ends)
  }
  return { typed, setTyped, order }
}

const CopyForm = ({ events }: { readonly events: ReadonlyArray<TreeNode> }) => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const { order, setTyped, typed } = useOrder(events)
  const [shown, setShown] = useState<ShownCopyProps>()
  const options = { timeoutMilliseconds: longest }
  const { busy, refusal, submit } = useSubmit(
    (wanted: Order) =>
      timed(
        call("POST /tree/nodes/:node_id/copy-event", { params, body: { ...wanted, dry_run: true } }, options),
        (copy, seconds): ShownCopyProps => ({ copy, order: wanted, seconds })
      ),
    setShown
  )
  const enter = (name: keyof typeof none) => (value: string) => {
    setShown(undefined)
    setTyped({ ...typed, [name]: value })
  }
  const shared = { autoComplete: "off", type: "datetime-local" }
  return (
    <>
      <section className="card stack">
        <Form label={say.copyEvent} refusal={refusal} onSubmit={() => order && void submit(order)}>
          <div className="entries">
            <ChoiceEntry
              name="event_id"
              label={say.source}
              options={events.map(({ id, name }) => ({ value: String(id), name }))}
              value={typed.source}
              onChange={enter("source")}
            />
            <TextField name="name" label={say.name} autoComplete="off" value={typed.name} onChange={enter("name")} />
            <TextField
              {...shared}
              name="start_date"
              label={say.starts}
              hint={say.startsHint}
              value={typed.starts}
              onChange={enter("starts")}
            />
            <TextField
              {...shared}
              name="end_date"
              label={say.ends}
              hint={say.endsHint}
              value={typed.ends}
              onChange={enter("ends")}
            />
          </div>
          <PlanButton busy={busy} disabled={order === undefined} isShown={shown !== undefined}>
            {say.tryCopy}
          </PlanButton>
        </Form>
        {busy && <Underway />}
      </section>
      {shown !== undefined && <ShownCopy {...shown} />}
    </>
  )
}

interface ShownCopyProps {
  readonly copy: Copy
  readonly order: Order
  /** How long the try took. */
  readonly seconds: number
}

/** What a copy would have, and its creation. */
const ShownCopy = ({ copy, order, seconds }: ShownCopyProps) => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const [made, setMade] = useState<Copy>()
  const { busy, refusal, submit } = useChange(
    () => call("POST /tree/nodes/:node_id/copy-event", { params, body: order }, { timeoutMilliseconds: longest }),
    setMade
  )
  return (
    <section className="card stack" aria-live="polite">
      {made !== undefined && (
        <Notice kind="good">
          <p>{say.copied(order.name)}</p>
          {made.event_id !== null && (
            <p>
              <Link href={atNode(made.event_id, "/setup/checklist")}>{say.toEvent}</Link>
            </p>
          )}
        </Notice>
      )}
      <RefusedChanges of={copy.refused} />
      <p className="muted">{say.copyPortal}</p>
      <NotCopied of={made?.set_anew ?? copy.set_anew} />
      {made === undefined && <PlanView plan={copy} />}
      {refusal !== undefined && <Refused refusal={refusal} />}
      {made === undefined && copy.refused.length === 0 && (
        <div>
          <Button kind="primary" busy={busy} onClick={() => void submit()}>{say.makeCopy}</Button>
        </div>
      )}
      {busy && <Underway about={seconds} />}
    </section>
  )
}

/** What someone has to set in the copy. */
const NotCopied = ({ of: objects }: { readonly of: Copy["set_anew"] }) => {
  const say = useTexts()
  const fieldName = useFieldName()
  return objects.length > 0 && (
    <Notice kind="attention">
      <h2>{say.anew}</h2>
      <p>{say.anewHint}</p>
      <ul className="stack-close">
        {bySection(objects).map(([section, those]) => (
          <li key={section}>
            <strong>{say.sections[section]}</strong>
            {those.map(({ at, fields, name }, index) => (
              <Fragment key={index}>
                {index === 0 ? (name !== "" || fields.length > 0) && ": " : ", "}
                {name !== "" && <Named at={at} name={name} section={section} />}
                {name !== "" && fields.length > 0 && " "}
                {fields.length > 0 && fields.map((field) => fieldName(section, field)).join(", ")}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
