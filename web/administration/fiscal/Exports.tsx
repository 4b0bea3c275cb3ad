import { useAtomValue } from "jotai"
import { Link } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAnswer, useList } from "../answers.ts"
import { CopyButton } from "../frame/CopyButton.tsx"
import { Page } from "../frame/Page.tsx"
import { sessionAtom } from "../session.ts"
import { useNode, useNodeId } from "../tree.ts"
import { ConditionMark } from "./ConditionMark.tsx"
import type { Condition } from "./Devices.ts"
import { Downloads } from "./Downloads.tsx"
import { type Command, commandsOf, readiness } from "./Export.ts"
import "./fiscal.css"
import { useTexts } from "./texts.ts"

/** What is missing for an export, and the commands that make it. */
export const Exports = () => {
  const here = useNodeId()
  const event = useNode()?.event_node_id ?? here
  const settings = useAnswer("GET /tree/events/:node_id/fiscal-settings", { params: { node_id: event } })
  const closings = useAnswer("GET /tree/nodes/:node_id/open-closings", { params: { node_id: event } })
  const devices = useList("GET /tses/", { query: { node_id: event } }, { everySeconds: 10 })
  return (
    <Page>
      <Loaded of={settings} lines={8}>
        {(stored) => (
          <Readiness
            of={readiness(stored, closings.data ?? [], devices.data ?? [])}
          />
        )}
      </Loaded>
      <Downloads event={event} />
      <Commands event={event} devices={devices.data?.map(({ name }) => name) ?? []} />
    </Page>
  )
}

const Readiness = ({ of }: { readonly of: ReturnType<typeof readiness> }) => {
  const say = useTexts()
  return (
    <section className="card stack-close">
      <h2>{say.ready}</h2>
      <ul className="checks">
        <Check isMet={of.hasAddress} otherwise="stopped" place="settings" link={say.fixSettings}>
          {say.hasAddress}
        </Check>
        <Check isMet={of.hasTaxNumber} otherwise="attention" place="settings" link={say.fixSettings}>
          {say.hasTaxNumber}
        </Check>
        <Check isMet={of.allEnded} otherwise="attention" place="closings" link={say.fixClosings}>{say.allEnded}</Check>
        <Check isMet={of.allSigned} otherwise="stopped" place="devices" link={say.fixDevices}>{say.allSigned}</Check>
      </ul>
    </section>
  )
}

interface CheckProps {
  readonly isMet: boolean
  /** How bad it is when it is not met. */
  readonly otherwise: Condition
  /** The screen of this task where it is put right. */
  readonly place: string
  readonly link: string
  readonly children: string
}

const Check = ({ children, isMet, link, otherwise, place }: CheckProps) => {
  const say = useTexts()
  return (
    <li>
      <ConditionMark kind={isMet ? "good" : otherwise}>{isMet ? children : say.notYet(children)}</ConditionMark>
      {!isMet && <Link href={`/fiscal/${place}`}>{link}</Link>}
    </li>
  )
}

interface CommandsProps {
  readonly event: number
  /** The names of its signing devices. */
  readonly devices: ReadonlyArray<string>
}

const Commands = ({ devices, event }: CommandsProps) => {
  const say = useTexts()
  const session = useAtomValue(sessionAtom)
  const login = typeof session === "object" ? session.user.login : ""
  const titles: Readonly<Record<Command["name"], string>> = {
    end: say.commandEnd,
    export: say.commandExport,
    verify: say.commandVerify,
    report: say.commandReport,
    log: say.commandLog
  }
  return (
    <section className="card stack">
      <p>{say.whyShell}</p>
      {commandsOf(event, login, devices).map(({ command, name }) => (
        <div key={command} className="stack-close">
          <h3>{titles[name]}</h3>
          <div className="row command">
            <code>{command}</code>
            <CopyButton text={command} />
          </div>
        </div>
      ))}
    </section>
  )
}
