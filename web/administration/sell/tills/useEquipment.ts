import { useMemo } from "react"
import { useList } from "../../answers.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { useMay, useNodeId } from "../../tree.ts"

export type Terminal = OfficeAnswer<"GET /terminal/:terminal_id">
export type Till = OfficeAnswer<"GET /tills/:till_id">

/** How often devices are looked at, in seconds. */
export const everySeconds = 15

/** Names of what tills and terminals refer to by id; `undefined` for what is not known (yet). */
export const useEquipment = () => {
  const may = useMay()
  const input = { query: { node_id: useNodeId() } }
  const tills = useList("GET /tills", input, { everySeconds }).data
  const terminals = useList("GET /terminal", input, { everySeconds, when: may("GET /terminal") }).data
  const profiles = useList("GET /till-profiles", input).data
  const users = useList("GET /users", input).data
  return useMemo(() => {
    const byId = <T extends { readonly id: number }>(all: ReadonlyArray<T> = []) => {
      const found = new Map(all.map((one) => [one.id, one]))
      return (id: number | null | undefined): T | undefined => found.get(id ?? Number.NaN)
    }
    const userOf = byId(users)
    return {
      tills,
      terminals,
      tillOf: byId(tills),
      terminalOf: byId(terminals),
      profileOf: byId(profiles),
      /** The name of a user. */
      personOf: (id: number | null | undefined): string | undefined => {
        const user = userOf(id)
        return user === undefined ? undefined : user.display_name || user.login
      }
    }
  }, [profiles, terminals, tills, users])
}

export type Equipment = ReturnType<typeof useEquipment>
