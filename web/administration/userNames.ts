import { useMemo } from "react"
import { useList } from "./answers.ts"
import { useNodeId } from "./tree.ts"

/** The names of the event's users by their id; an id of someone who left is written as it is. */
export const useUserNames = (): (id: number | null) => string => {
  const { data } = useList("GET /users", { query: { node_id: useNodeId() } })
  return useMemo(() => {
    const names = new Map(data?.map(({ display_name, id, login }) => [id, display_name || login]))
    return (id) => id === null ? "" : names.get(id) ?? `#${id}`
  }, [data])
}
