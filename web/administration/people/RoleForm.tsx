import { Link, useLocation } from "wouter"
import { useAddressValue, useAddressWith, useIdInAddress } from "../address.ts"
import { useList } from "../answers.ts"
import { call } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { choices, type FieldsOf, flag, references, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { EditPage } from "../form/RecordPage.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNode, useNodeId } from "../tree.ts"
import { type Privilege, templateNames, templates } from "./templates.ts"
import { useTexts } from "./texts.ts"

/** What the form says about a role. */
interface Rights {
  readonly privileges: ReadonlyArray<Privilege>
  readonly is_privileged: boolean
  readonly assignable_role_ids: ReadonlyArray<number>
}

const givesEvery = ({ privileges }: Rights): boolean => privileges.includes("allow_privileged_role_assignment")

/** A role that may give away every role needs no list of them. */
const isShown = (name: string, body: Rights): boolean => name !== "assignable_role_ids" || !givesEvery(body)

const bodyOf = <Body extends Rights>(body: Body): Omit<Body, "assignable_role_ids"> & Partial<Rights> => {
  const { assignable_role_ids, ...rest } = body
  return givesEvery(body) ? rest : { ...rest, assignable_role_ids }
}

/** The fields of a role. No one can give away what they do not have, unless they may give away every role. */
const useRoleFields = (): FieldsOf<Rights> => {
  const say = useTexts()
  const roles = useList("GET /user-roles", { query: { node_id: useNodeId() } })
  const held = useNode()?.privileges_at_node ?? []
  const mayGrantAll = held.includes("allow_privileged_role_assignment")
  const names = Object.entries(say.privilegeNames) as ReadonlyArray<[Privilege, string]>
  return {
    privileges: choices(
      { label: say.privileges },
      names.map(([value, name]) =>
        mayGrantAll || held.includes(value) ? { value, name } : { value, name, unavailable: say.notYours }
      )
    ),
    assignable_role_ids: references(
      { label: say.assignable, hint: say.assignableHint },
      roles.data?.map(({ id, name }) => mayGrantAll ? { id, name } : { id, name, unavailable: say.notYours })
    ),
    is_privileged: flag({ label: say.privileged, hint: say.privilegedHint })
  }
}

const noRights: Rights = { privileges: [], is_privileged: false, assignable_role_ids: [] }

/** A role that is not there yet; it begins as the template that the address names as `like`, if it names one. */
export const NewRole = () => {
  const say = useTexts()
  const fields = useRoleFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const [like] = useAddressValue("like")
  const addressWith = useAddressWith("like")
  const template = templateNames.find((name) => name === like)
  return (
    <Page>
      <nav className="row" aria-label={say.templates}>
        {say.templates}
        {templateNames.map((name) => (
          <Link
            key={name}
            href={addressWith(name)}
            className="button"
            aria-current={name === template ? "true" : undefined}
          >
            {say.templateNames[name]}
          </Link>
        ))}
      </nav>
      <RecordForm<Rights & { readonly name: string }, unknown>
        key={template}
        label={say.newRole}
        fields={{ name: text({ label: say.role }), ...fields }}
        initial={template === undefined
          ? { name: "", ...noRights }
          : { ...noRights, name: say.templateNames[template], privileges: templates[template] }}
        isShown={isShown}
        save={(body) => call("POST /user-roles", { query: { node_id }, body: bodyOf(body) })}
        submit={say.createRole}
        onDone={() => go("/people/roles")}
      />
    </Page>
  )
}

/** What a role allows; its name stays. */
export const EditRole = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const fields = useRoleFields()
  const [, go] = useLocation()
  const address = { params: { user_role_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const roles = useList("GET /user-roles", { query: address.query })
  const role = roles.data?.find(({ id }) => id === address.params.user_role_id)
  if (roles.data !== undefined && role === undefined) return <NotFound />
  return (
    <EditPage
      of={{ ...roles, data: role }}
      nameOf={({ name }) => name}
      fields={fields}
      isShown={isShown}
      save={(body, options) => call("POST /user-roles/:user_role_id", { ...address, body: bodyOf(body) }, options)}
      submit={say.saveRole}
      doneAt={() => "/people/roles"}
      actions={role !== undefined && may("DELETE /user-roles/:user_role_id") && (
        <ConfirmButton
          label={say.remove}
          action={say.deleteRole(role.name)}
          change={() => call("DELETE /user-roles/:user_role_id", address)}
          onDone={() => go("/people/roles")}
        >
          <p>{say.deleteRoleHint}</p>
        </ConfirmButton>
      )}
    />
  )
}
