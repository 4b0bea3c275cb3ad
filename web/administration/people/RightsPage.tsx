import { useState } from "react"
import { folded } from "../../kit/Folded.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { FilterField } from "../list/List.tsx"
import { allIn, may, type TreeNode, useNode, useNodeId } from "../tree.ts"
import { EventWideRights } from "./EventWideRights.tsx"
import { type Assignment, RolesDialog } from "./RolesDialog.tsx"
import { useTexts } from "./texts.ts"
import { nameOf, type User } from "./UserList.tsx"

/** More columns than this can't be read side by side; the node switch leads further down. */
const mostPlaces = 12

/** People by places: who has which role where. */
export const RightsPage = () => {
  const node = useNode()
  const node_id = useNodeId()
  const users = useList("GET /users", { query: { node_id } })
  const roles = useList("GET /user-roles", { query: { node_id } })
  const inTree = node === undefined ? [] : allIn(node)
  const assignments = useList("GET /user-to-roles", { query: { node_id, below: "true" } })
  const given = assignments.data ?? []
  const roleName = (id: number) => roles.data?.find((role) => role.id === id)?.name ?? String(id)
  return (
    <Page>
      <Loaded of={users} lines={8}>
        {(people) => (
          <>
            <Matrix people={people} places={inTree.slice(0, mostPlaces)} assignments={given} roleName={roleName} />
            <EventWideRights people={people} places={inTree} assignments={given} roles={roles.data ?? []} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface MatrixProps {
  readonly people: ReadonlyArray<User>
  readonly places: ReadonlyArray<TreeNode>
  readonly assignments: ReadonlyArray<Assignment>
  readonly roleName: (id: number) => string
}

const Matrix = ({ assignments, people, places, roleName }: MatrixProps) => {
  const say = useTexts()
  const [filter, setFilter] = useState("")
  const [open, setOpen] = useState<{ readonly user: User; readonly place: TreeNode }>()
  const at = (user: User, place: TreeNode) =>
    assignments.find(({ node_id, user_id }) => user_id === user.id && node_id === place.id)
  const found = people.filter((user) => folded(`${nameOf(user)} ${user.login}`).includes(folded(filter.trim())))
  return (
    <>
      <div className="list-tools">
        <FilterField value={filter} onChange={setFilter} />
      </div>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{say.person}</th>
              {places.map(({ id, name }) => <th key={id} scope="col">{name}</th>)}
            </tr>
          </thead>
          <tbody>
            {found.map((user) => (
              <tr key={user.id}>
                <th scope="row">{nameOf(user)}</th>
                {places.map((place) => (
                  <td key={place.id}>
                    <Roles
                      label={say.change(nameOf(user), place.name)}
                      assigned={at(user, place)}
                      roleName={roleName}
                      onChange={may("POST /user-to-roles", place) ? () => setOpen({ user, place }) : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open !== undefined && (
        <RolesDialog
          user={open.user}
          node={open.place.id}
          assigned={at(open.user, open.place)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The roles of one person at one place; pressed to change them. */
const Roles = ({ assigned, label, onChange, roleName }: {
  readonly label: string
  readonly assigned: Assignment | undefined
  readonly roleName: (id: number) => string
  readonly onChange: (() => void) | undefined
}) => {
  const names = assigned?.role_ids.map(roleName).join(", ") ?? ""
  if (onChange === undefined) return names
  return (
    <button
      type="button"
      className="cell-button"
      aria-label={names === "" ? label : `${names}. ${label}`}
      onClick={onChange}
    >
      {names === "" ? "–" : names}
    </button>
  )
}
