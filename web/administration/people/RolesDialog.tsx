import { Dialog } from "../../kit/Dialog.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { flag, keep, references } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { useNodeName } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { nameOf, type User } from "./UserList.tsx"

export type Assignment = OfficeAnswer<"GET /user-to-roles">[number]

/** Which roles a person has at a node. */
export const RolesDialog = ({ assigned, node, onClose, user }: {
  readonly user: Pick<User, "id" | "display_name" | "login">
  readonly node: number
  readonly assigned: Assignment | undefined
  readonly onClose: () => void
}) => {
  const say = useTexts()
  const nodeName = useNodeName()
  const roles = useList("GET /user-roles", { query: { node_id: node } })
  const label = `${say.rolesOf(nameOf(user))}: ${nodeName(node)}`
  return (
    <Dialog title={label} onClose={onClose}>
      <Loaded of={roles}>
        {(all) => (
          <RecordForm
            label={label}
            fields={{
              user_id: keep,
              role_ids: references({ label: say.roles }, all),
              terminal_only: flag({ label: say.terminalOnly, hint: say.terminalOnlyHint })
            }}
            initial={{
              user_id: user.id,
              role_ids: assigned?.role_ids ?? [],
              terminal_only: assigned?.terminal_only ?? false
            }}
            save={(body) => call("POST /user-to-roles", { query: { node_id: node }, body })}
            submit={say.saveRoles}
            onDone={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
