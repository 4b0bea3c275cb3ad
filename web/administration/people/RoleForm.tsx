import { useState } from "react"
import { useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { choices, type FieldsOf, flag, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import { useMessages } from "../messages/messages.ts"
import { useNode, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Privilege = OfficeBody<"POST /user-roles">["privileges"][number]

/** The fields of a role. Nobody can give away what they do not have, unless they may give away every role. */
const useRoleFields = (): FieldsOf<OfficeBody<"POST /user-roles/:user_role_id">> => {
  const say = useTexts()
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
    is_privileged: flag({ label: say.privileged, hint: say.privilegedHint })
  }
}

/** A role that is not there yet. */
export const NewRole = () => {
  const say = useTexts()
  const fields = useRoleFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  return (
    <Page>
      <RecordForm<OfficeBody<"POST /user-roles">, { readonly id: number }>
        label={say.newRole}
        fields={{ name: text({ label: say.role }), ...fields }}
        initial={{ name: "", privileges: [], is_privileged: false }}
        save={(body) => call("POST /user-roles", { query: { node_id }, body })}
        submit={say.createRole}
        onDone={() => go("/people/roles")}
      />
    </Page>
  )
}

/** What a role allows; its name stays. */
export const EditRole = () => {
  const say = { ...useMessages(), ...useTexts() }
  const fields = useRoleFields()
  const [, go] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const user_role_id = useIdInAddress()
  const address = { params: { user_role_id }, query: { node_id: useNodeId() } }
  const roles = useList("GET /user-roles", { query: address.query })
  const role = roles.data?.find(({ id }) => id === user_role_id)
  if (roles.data !== undefined && role === undefined) return <NotFound />
  const remove = <Button kind="danger" onClick={() => setDeleting(true)}>{say.remove}</Button>
  return (
    <Page title={role?.name} actions={remove}>
      <Loaded of={{ ...roles, data: role }}>
        {(stored) => (
          <>
            <RecordForm
              label={stored.name}
              fields={fields}
              initial={stored}
              version={stored.version}
              save={(body, options) => call("POST /user-roles/:user_role_id", { ...address, body }, options)}
              submit={say.saveRole}
              onDone={() => go("/people/roles")}
            />
            {isDeleting && (
              <Confirm
                title={say.deleteRole(stored.name)}
                action={say.deleteRole(stored.name)}
                change={() => call("DELETE /user-roles/:user_role_id", address)}
                onClose={() => setDeleting(false)}
                onDone={() => go("/people/roles")}
              >
                <p>{say.deleteRoleHint}</p>
              </Confirm>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
