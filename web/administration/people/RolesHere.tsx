import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { useList } from "../answers.ts"
import { useMay, useNodeId } from "../tree.ts"
import { RolesDialog } from "./RolesDialog.tsx"
import { useTexts } from "./texts.ts"
import type { User } from "./UserList.tsx"

/** The roles of a person at the node in the address. */
export const RolesHere = ({ user }: { readonly user: User }) => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const assignments = useList("GET /user-to-roles", { query: { node_id } })
  const roles = useList("GET /user-roles", { query: { node_id } })
  const [isChanging, setChanging] = useState(false)
  return (
    <section className="card stack" aria-labelledby="roles">
      <h2 id="roles">{say.rolesHere}</h2>
      <Loaded of={assignments}>
        {(all) => {
          const mine = all.find(({ user_id }) => user_id === user.id)
          const names = (roles.data ?? []).filter(({ id }) => mine?.role_ids.includes(id)).map(({ name }) => name)
          return (
            <>
              <p>
                {names.length === 0 ? say.noRolesHere : names.join(", ")}
                {mine?.terminal_only === true && ` (${say.terminalOnly})`}
              </p>
              {may("POST /user-to-roles") && (
                <div>
                  <Button onClick={() => setChanging(true)}>{say.changeRoles}</Button>
                </div>
              )}
              {isChanging && (
                <RolesDialog
                  user={user}
                  node={node_id}
                  assigned={mine}
                  onClose={() => setChanging(false)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
