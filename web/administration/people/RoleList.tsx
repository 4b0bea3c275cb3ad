import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId, useNodeName } from "../tree.ts"
import type { PeopleTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

export type Role = OfficeAnswer<"GET /user-roles">["entities"][string]

/** The privileges that the list names; the role itself names all. */
const shortly = 3

const roleColumns = (say: PeopleTexts, nodeName: (id: number) => string): ReadonlyArray<Column<Role>> => [
  { key: "name", title: say.role, of: ({ name }) => name },
  {
    key: "privileges",
    title: say.privileges,
    of: ({ privileges }) => privileges.map((one) => say.privilegeNames[one]).join("; "),
    show: ({ privileges }) => {
      const more = privileges.length - shortly
      const names = privileges.slice(0, more > 1 ? shortly : undefined).map((one) => say.privilegeNames[one])
      return [...names, ...(more > 1 ? [say.morePrivileges(more)] : [])].join("; ")
    }
  },
  { key: "privileged", title: say.privileged, kind: "flag", of: ({ is_privileged }) => is_privileged, isMinor: true },
  { key: "node", title: say.where, of: ({ node_id }) => nodeName(node_id), isMinor: true }
]

/** The roles that can be given to people at a node. Those from above are changed where they belong. */
export const RoleList = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const nodeName = useNodeName()
  const roles = useList("GET /user-roles", { query: { node_id } })
  const columns = useMemo(() => roleColumns(say, nodeName), [nodeName, say])
  const add = may("POST /user-roles") && (
    <Link href="/people/roles/new" className="button" data-kind="primary">{say.newRole}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.roles}
        of={roles}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={may("POST /user-roles/:user_role_id") ? ({ id }) => `/people/roles/${id}/edit` : undefined}
        empty={
          <>
            <p>{say.noRoles}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
