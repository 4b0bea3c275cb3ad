import { useMemo } from "react"
import { useList } from "../answers.ts"
import { useNodeId } from "../tree.ts"

/** A person who may count at a close-out. */
export interface Counter {
  readonly id: number
  readonly name: string
}

/** Everyone who may count the cash of a cashier: those who administer or carry cash, but never the cashier. */
export const useCounters = (cashierId: number): ReadonlyArray<Counter> => {
  const node_id = useNodeId()
  const administrators = useList("GET /users", { query: { node_id, filter_privilege: "node_administration" } }).data
  const carriers = useList("GET /users", { query: { node_id, filter_privilege: "cash_transport" } }).data
  return useMemo(() => {
    const people = new Map(
      [...administrators ?? [], ...carriers ?? []].map(({ display_name, id, login }) => [id, display_name || login])
    )
    people.delete(cashierId)
    return Array.from(people, ([id, name]) => ({ id, name })).toSorted((one, other) => one.name < other.name ? -1 : 1)
  }, [administrators, carriers, cashierId])
}
