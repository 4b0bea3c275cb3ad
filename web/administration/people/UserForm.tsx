import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type Field, type FieldsOf, newPassword, optional, text } from "../form/Field.ts"
import { EditPage, NewPage } from "../form/RecordPage.tsx"
import { useNode, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { nameOf } from "./UserList.tsx"

const useUserFields = (): FieldsOf<OfficeBody<"POST /users/:user_id">> => {
  const say = useTexts()
  return {
    login: text({ label: say.login, hint: say.loginHint, autoComplete: "off" }),
    display_name: text({ label: say.displayName, hint: say.displayNameHint }),
    description: optional(text({ label: say.description })),
    user_tag_pin: optional(text({ label: say.pin, hint: say.pinHint })),
    user_tag_uid_hex: optional(text({ label: say.chip, hint: say.chipHint }))
  }
}

/** Wristbands belong to events, so users above events have none. */
const useIsShown = () => {
  const isInEvent = useNode()?.event_node_id !== null
  return (name: string) => isInEvent || !name.startsWith("user_tag")
}

/** A person who is not there yet. */
export const NewUser = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const password: Field<string | null> = optional(newPassword({ label: say.password, hint: say.passwordHint }))
  return (
    <NewPage<OfficeBody<"POST /users">, { readonly id: number }>
      label={say.newUser}
      fields={{ ...useUserFields(), password }}
      initial={{
        login: "",
        display_name: "",
        description: null,
        user_tag_pin: null,
        user_tag_uid_hex: null,
        password: null
      }}
      isShown={useIsShown()}
      save={(body) => call("POST /users", { query: { node_id }, body })}
      submit={say.createUser}
      doneAt={({ id }) => `/people/users/${id}`}
    />
  )
}

/** Changes to a person. */
export const EditUser = () => {
  const say = useTexts()
  const fields = useUserFields()
  const isShown = useIsShown()
  const address = { params: { user_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const user = useAnswer("GET /users/:user_id", address)
  return (
    <EditPage
      of={user}
      nameOf={nameOf}
      fields={fields}
      isShown={isShown}
      save={(body, options) => call("POST /users/:user_id", { ...address, body }, options)}
      submit={say.saveUser}
      doneAt={({ id }) => `/people/users/${id}`}
    />
  )
}
