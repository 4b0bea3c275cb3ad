import { Dialog } from "../../kit/Dialog.tsx"
import { call } from "../calls.ts"
import { newPassword } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { nameOf, type User } from "./UserList.tsx"

/** A new password for someone else, such as one who forgot theirs. */
export const PasswordDialog = ({ onClose, onDone, user }: {
  readonly user: User
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const say = useTexts()
  const node_id = useNodeId()
  return (
    <Dialog title={say.setPasswordOf(nameOf(user))} onClose={onClose}>
      <p>{say.setPasswordHint}</p>
      <RecordForm
        label={say.setPasswordOf(nameOf(user))}
        fields={{ new_password: newPassword({ label: say.password }) }}
        initial={{ new_password: "" }}
        save={(body) =>
          call("POST /users/:user_id/change-password", { params: { user_id: user.id }, query: { node_id }, body })}
        submit={say.setPassword}
        onDone={onDone}
      />
    </Dialog>
  )
}
