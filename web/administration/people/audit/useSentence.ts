import type { AuditKind } from "@wristbank/core/organisation/AuditKind"
import { useMemo } from "react"
import { useList } from "../../answers.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { nameOf } from "../UserList.tsx"
import { type Content, flatten, idIn, nameIn } from "./content.ts"
import { useTexts } from "./texts.ts"

export type Entry = OfficeAnswer<"GET /tree/nodes/:node_id/audit-logs">[number]

/** Everybody at a node, for names and for the choice of one. */
export const useUsers = () => {
  const may = useMay()
  return useList("GET /users", { query: { node_id: useNodeId() } }, { when: may("GET /users") }).data
}

/** Says an entry as a sentence, with the names of who did it and of the object. */
export const useSentence = (): (entry: Entry) => string => {
  const say = useTexts()
  const users = useUsers()
  return useMemo(() => {
    const names = new Map(users?.map((user) => [user.id, nameOf(user)]))
    const userName = (id: unknown) => typeof id === "number" ? names.get(id) ?? `#${id}` : ""
    return ({ content = {}, log_type, originating_terminal_id: terminal, originating_user_id: user }: Entry) => {
      const sentence = say.sentences[log_type as AuditKind]
      const who = user !== null
        ? userName(user)
        : terminal !== null
        ? say.terminal(`#${terminal}`)
        : say.somebody
      return sentence === undefined ? `${who}: ${log_type}` : sentence(who, thingIn(content, log_type, userName))
    }
  }, [say, users])
}

/** The object of an entry: its name, that of the person it is about, or its number. */
const thingIn = (content: Content, kind: string, userName: (id: unknown) => string): string => {
  const name = nameIn(content)
  if (name !== "") return name
  const values = flatten(content)
  const person = values.get("user_id") ?? values.get("cashier_id") ??
    (kind.startsWith("user_") ? values.get("id") : null)
  const id = idIn(content)
  const isOfPerson = kind.startsWith("user_") || kind.startsWith("cashier_")
  return (isOfPerson ? userName(person) : "") || (id === undefined ? "" : `#${id}`)
}
