import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { atNode } from "../address.ts"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useMay, useNodeId } from "../tree.ts"
import { RolesDialog } from "./RolesDialog.tsx"
import { useTexts } from "./texts.ts"
import type { User } from "./UserList.tsx"

type Assigned = OfficeAnswer<"GET /users/:user_id/role-assignments">[number]

/** The roles of a person at the node in the address, which can be changed, and at the nodes above and below it. */
export const RolesHere = ({ user }: { readonly user: User }) => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const assignments = useList("GET /users/:user_id/role-assignments", {
    params: { user_id: user.id },
    query: { node_id }
  })
  const [isChanging, setChanging] = useState(false)
  return (
    <section className="card stack" aria-labelledby="roles">
      <h2 id="roles">{say.rolesHere}</h2>
      <Loaded of={assignments}>
        {(all) => {
          const here = all.find((assigned) => assigned.node_id === node_id)
          const elsewhere = all.filter((assigned) => assigned.node_id !== node_id)
          return (
            <>
              <p>{here === undefined ? say.noRolesHere : <Names of={here} />}</p>
              {may("POST /user-to-roles") && (
                <div>
                  <Button onClick={() => setChanging(true)}>{say.changeRoles}</Button>
                </div>
              )}
              {elsewhere.length > 0 && (
                <>
                  <h3>{say.rolesElsewhere}</h3>
                  <ul className="rows">
                    {elsewhere.map((assigned) => (
                      <li key={assigned.node_id} className="between">
                        <Link href={atNode(assigned.node_id, `/people/users/${user.id}`)}>{assigned.node_name}</Link>
                        <span>
                          <Names of={assigned} />
                        </span>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {isChanging && (
                <RolesDialog
                  user={user}
                  node={node_id}
                  assigned={here}
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

const Names = ({ of: { roles, terminal_only } }: { readonly of: Assigned }) => {
  const say = useTexts()
  const names = roles.map(({ name }) => name).join(", ")
  return terminal_only ? `${names} (${say.terminalOnly})` : names
}
