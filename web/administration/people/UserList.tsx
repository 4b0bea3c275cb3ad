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

export type User = OfficeAnswer<"GET /users/:user_id">

/** How a person is called. */
export const nameOf = ({ display_name, login }: Pick<User, "display_name" | "login">): string => display_name || login

/** The properties of a user, for their list and their page. */
export const userColumns = (
  say: PeopleTexts,
  nodeName: (id: number) => string
): ReadonlyArray<Column<User>> => [
  { key: "name", title: say.displayName, of: nameOf },
  { key: "login", title: say.login, of: ({ login }) => login },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  { key: "pin", title: say.pin, of: ({ user_tag_pin }) => user_tag_pin, isMinor: true },
  { key: "chip", title: say.chip, of: ({ user_tag_uid_hex }) => user_tag_uid_hex, isMinor: true },
  { key: "node", title: say.where, of: ({ node_id }) => nodeName(node_id), isMinor: true }
]

/** Everyone who can work at a node. */
export const UserList = () => {
  const say = useTexts()
  const may = useMay()
  const nodeName = useNodeName()
  const users = useList("GET /users", { query: { node_id: useNodeId() } })
  const columns = useMemo(() => userColumns(say, nodeName), [nodeName, say])
  const add = may("POST /users") && (
    <Link href="/people/users/new" className="button" data-kind="primary">{say.newUser}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.person}
        of={users}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={may("GET /users/:user_id") ? ({ id }) => `/people/users/${id}` : undefined}
        empty={
          <>
            <p>{say.noUsers}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
