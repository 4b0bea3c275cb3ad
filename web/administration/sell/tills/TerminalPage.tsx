import { Link, useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { call } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { Page } from "../../frame/Page.tsx"
import { Facts } from "../../list/Facts.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { linked } from "../linked.tsx"
import { tillChoices } from "./Choices.ts"
import { ChooseButton } from "./ChooseButton.tsx"
import { CodeCard } from "./CodeCard.tsx"
import { terminalColumns } from "./Terminals.tsx"
import { useTexts } from "./texts.ts"
import { type Equipment, everySeconds, type Terminal, useEquipment } from "./useEquipment.ts"

/** One terminal: its state, its registration, and what can be done from afar. */
export const TerminalPage = () => {
  const say = useTexts()
  const may = useMay()
  const equipment = useEquipment()
  const address = { params: { terminal_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const terminal = useAnswer("GET /terminal/:terminal_id", address, { everySeconds })
  return (
    <Page
      title={terminal.data?.name}
      actions={terminal.data !== undefined && may("POST /terminal/:terminal_id") && (
        <Actions of={terminal.data} equipment={equipment} />
      )}
    >
      <Loaded of={terminal}>
        {(stored) => (
          <>
            {stored.registration_uuid !== null && <CodeCard of={stored} code={stored.registration_uuid} />}
            <section className="card">
              <Facts
                of={stored}
                columns={linked(terminalColumns(say, equipment), {
                  till: ({ till_id }) => till_id === null ? undefined : `/sell/tills/${till_id}`
                })}
              />
            </section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface ActionsProps {
  readonly of: Terminal
  readonly equipment: Equipment
}

const Actions = ({ equipment, of: terminal }: ActionsProps) => {
  const say = { ...useMessages(), ...useTexts() }
  const [, go] = useLocation()
  const { id, name, till_id } = terminal
  const address = { params: { terminal_id: id }, query: { node_id: useNodeId() } }
  return (
    <>
      <PersonActions of={terminal} equipment={equipment} />
      <TillActions of={terminal} equipment={equipment} />
      <RegistrationActions of={terminal} />
      <Link href={`/sell/terminals/${id}/edit`} className="button">{say.edit}</Link>
      {till_id === null && (
        <ConfirmButton
          label={say.remove}
          action={say.deleteThing(name)}
          change={() => call("DELETE /terminal/:terminal_id", address)}
          onDone={() => go("/sell/terminals")}
        >
          <p>{say.deleteTerminalHint}</p>
        </ConfirmButton>
      )}
    </>
  )
}

/** Signs out the user who is signed in at the terminal. */
const PersonActions = ({ equipment: { personOf }, of: { active_user_id, id } }: ActionsProps) => {
  const say = useTexts()
  const address = { params: { terminal_id: id }, query: { node_id: useNodeId() } }
  const person = personOf(active_user_id)
  return person !== undefined && (
    <ConfirmButton
      label={say.signOut(person)}
      look="usual"
      action={say.signOut(person)}
      change={() => call("POST /terminal/:terminal_id/force-logout-user", address)}
    >
      <p>{say.signOutHint}</p>
    </ConfirmButton>
  )
}

/** Moves the terminal to another till, or away from its till. */
const TillActions = ({ equipment, of: terminal }: ActionsProps) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const till = equipment.tillOf(terminal.till_id)
  return (
    <>
      <ChooseButton
        label={till === undefined ? say.putAtTill(terminal.name) : say.switchTill}
        action={till === undefined ? say.putAtTill(terminal.name) : say.switchTillOf(terminal.name)}
        hint={say.switchTillHint}
        field={say.till}
        things={tillChoices(equipment, say).filter(({ id }) => id !== terminal.till_id)}
        none={say.noFreeTill}
        way={{ href: "/sell/tills/new", label: say.newTill }}
        change={(new_till_id) =>
          call("POST /terminal/:terminal_id/switch-till", {
            params: { terminal_id: terminal.id },
            query,
            body: { new_till_id }
          })}
      />
      {till !== undefined && (
        <ConfirmButton
          label={say.removeTill}
          look="usual"
          action={say.removeTerminalOf(till.name, terminal.name)}
          change={() => call("POST /tills/:till_id/remove-from-terminal", { params: { till_id: till.id }, query })}
        >
          <p>{say.removeTerminalHint}</p>
        </ConfirmButton>
      )}
    </>
  )
}

/** Ends the registration of the device, or makes way for another one. */
const RegistrationActions = ({ of: { id, name, session_uuid } }: Pick<ActionsProps, "of">) => {
  const say = useTexts()
  const address = { params: { terminal_id: id }, query: { node_id: useNodeId() } }
  return (
    <>
      <ConfirmButton
        label={say.newCode}
        look="usual"
        action={say.newCodeOf(name)}
        change={() => call("POST /terminal/:terminal_id/new-code", address)}
      >
        <p>{say.newCodeHint}</p>
      </ConfirmButton>
      {session_uuid !== null && (
        <ConfirmButton
          label={say.unregister}
          action={say.unregisterOf(name)}
          change={() => call("POST /terminal/:terminal_id/logout", address)}
        >
          <p>{say.unregisterHint}</p>
        </ConfirmButton>
      )}
    </>
  )
}
