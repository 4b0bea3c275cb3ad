import { useState } from "react"
import { Link, useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId, useNodeName } from "../tree.ts"
import { PasswordDialog } from "./PasswordDialog.tsx"
import { RolesHere } from "./RolesHere.tsx"
import { useTexts } from "./texts.ts"
import { UserGrants } from "./UserGrants.tsx"
import { nameOf, userColumns } from "./UserList.tsx"
import { UserSecondFactor } from "./UserSecondFactor.tsx"
import { UserSessions } from "./UserSessions.tsx"

/** One person, with what can be done about them. */
export const UserPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const nodeName = useNodeName()
  const [, go] = useLocation()
  const [dialog, setDialog] = useState<"password" | "delete" | "passwordSet">()
  const address = { params: { user_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const user = useAnswer("GET /users/:user_id", address)
  const close = () => setDialog(undefined)
  const actions = may("POST /users/:user_id") && user.data !== undefined && (
    <>
      <Link href={`/people/users/${user.data.id}/edit`} className="button" data-kind="primary">{say.edit}</Link>
      <Button onClick={() => setDialog("password")}>{say.setPassword}</Button>
      <Button kind="danger" onClick={() => setDialog("delete")}>{say.remove}</Button>
    </>
  )
  return (
    <Page title={user.data && nameOf(user.data)} actions={actions}>
      <Loaded of={user}>
        {(stored) => (
          <>
            {dialog === "passwordSet" && (
              <Notice kind="good">
                <p>{say.passwordSet}</p>
              </Notice>
            )}
            <section className="card">
              <Facts of={stored} columns={userColumns(say, nodeName)} />
            </section>
            <RolesHere user={stored} />
            <UserGrants user={stored} />
            <UserSessions user={stored} />
            <UserSecondFactor user={stored} />
            {dialog === "password" && (
              <PasswordDialog
                user={stored}
                onClose={close}
                onDone={() => setDialog("passwordSet")}
              />
            )}
            {dialog === "delete" && (
              <Confirm
                title={say.deleteUser(nameOf(stored))}
                action={say.deleteUser(nameOf(stored))}
                change={() => call("DELETE /users/:user_id", address)}
                onClose={close}
                onDone={() => go("/people/users")}
              >
                <p>{say.deleteUserHint}</p>
              </Confirm>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
