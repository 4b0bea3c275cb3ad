import { Link, useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { call } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { Facts } from "../../list/Facts.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { linked } from "../linked.tsx"
import { terminalChoices } from "./Choices.ts"
import { ChooseButton } from "./ChooseButton.tsx"
import { useTexts } from "./texts.ts"
import { TillOrders } from "./TillOrders.tsx"
import { tillColumns } from "./Tills.tsx"
import { type Equipment, everySeconds, type Till, useEquipment } from "./useEquipment.ts"

/** One till: what it has, who works there, and what it booked. */
export const TillPage = () => {
  const say = useTexts()
  const may = useMay()
  const equipment = useEquipment()
  const address = { params: { till_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const till = useAnswer("GET /tills/:till_id", address, { everySeconds })
  const more: ReadonlyArray<Column<Till>> = [
    { key: "closing", title: say.closing, kind: "count", of: ({ z_nr }) => z_nr },
    { key: "device", title: say.device, of: ({ tse_serial }) => tse_serial },
    { key: "brand", title: say.brand, of: ({ brand }) => brand },
    { key: "model", title: say.model, of: ({ model }) => model },
    { key: "software", title: say.softwareBrand, of: ({ software_brand }) => software_brand },
    { key: "purchased", title: say.purchasedOn, of: ({ purchased_on }) => purchased_on },
    { key: "description", title: say.description, of: ({ description }) => description }
  ]
  return (
    <Page
      title={till.data?.name}
      actions={till.data !== undefined && may("POST /tills/:till_id") && (
        <Actions of={till.data} equipment={equipment} />
      )}
    >
      <Loaded of={till}>
        {(stored) => (
          <section className="card">
            <Facts
              of={stored}
              columns={[
                ...linked(tillColumns(say, equipment), {
                  profile: ({ active_profile_id }) => `/sell/profiles/${active_profile_id}`,
                  terminal: ({ terminal_id }) => terminal_id === null ? undefined : `/sell/terminals/${terminal_id}`
                }),
                ...more
              ]}
            />
          </section>
        )}
      </Loaded>
      {may("GET /orders") && (
        <TillOrders
          till={address.params.till_id}
          personOf={equipment.personOf}
        />
      )}
    </Page>
  )
}

const Actions = ({ equipment, of: till }: {
  readonly of: Till
  readonly equipment: Equipment
}) => {
  const say = { ...useMessages(), ...useTexts() }
  const [, go] = useLocation()
  const may = useMay()
  const { id, name, terminal_id } = till
  const address = { params: { till_id: id }, query: { node_id: useNodeId() } }
  const terminal = equipment.terminalOf(terminal_id)
  return (
    <>
      <ChooseButton
        label={terminal === undefined ? say.giveTerminal(name) : say.switchTerminal}
        action={terminal === undefined ? say.giveTerminal(name) : say.switchTerminalOf(name)}
        hint={say.switchHint}
        field={say.terminal}
        things={terminalChoices(equipment, say).filter((one) => one.id !== terminal_id)}
        none={say.noFreeTerminal}
        fresh={may("POST /terminal")
          ? {
            label: say.newTerminal,
            nameLabel: say.terminalName,
            name,
            make: (terminalName) =>
              call("POST /terminal", { query: address.query, body: { name: terminalName, description: null } })
          }
          : undefined}
        change={(new_terminal_id) =>
          call("POST /tills/:till_id/switch-terminal", { ...address, body: { new_terminal_id } })}
      />
      {terminal !== undefined && (
        <ConfirmButton
          label={say.removeTerminal}
          look="usual"
          action={say.removeTerminalOf(name, terminal.name)}
          change={() => call("POST /tills/:till_id/remove-from-terminal", address)}
        >
          <p>{say.removeTerminalHint}</p>
        </ConfirmButton>
      )}
      <Link href={`/sell/tills/${id}/edit`} className="button">{say.edit}</Link>
      <ConfirmButton
        label={say.remove}
        action={say.deleteThing(name)}
        change={() => call("DELETE /tills/:till_id", address)}
        onDone={() => go("/sell/tills")}
      >
        <p>{say.deleteTillHint}</p>
      </ConfirmButton>
    </>
  )
}
