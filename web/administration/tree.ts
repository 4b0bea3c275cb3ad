import { useSetAtom } from "jotai"
import { useCallback, useEffect, useMemo } from "react"
import { useParams } from "wouter"
import { eventUnitsAtom } from "../kit/EventFormats.ts"
import { useAnswer } from "./answers.ts"
import type { OfficeAnswer, OfficeCall } from "./calls.ts"
import { useMessages } from "./messages/messages.ts"
import needs from "./needs.json" with { type: "json" }

/** A node as the signed-in person sees it, with their privileges there. */
export type TreeNode = OfficeAnswer<"GET /tree/">

export type ObjectType = TreeNode["computed_forbidden_objects_at_node"][number]

/** The part of the tree that the person sees. */
export const useTree = () => useAnswer("GET /tree/")

/** A node and all below it, parents before their children. */
export const allIn = (tree: TreeNode): ReadonlyArray<TreeNode> => [tree, ...tree.children.flatMap(allIn)]

/** The nodes from the root down to the one with this id; empty if the tree has none. */
export const wayTo = (tree: TreeNode, id: number): ReadonlyArray<TreeNode> => {
  if (tree.id === id) return [tree]
  for (const child of tree.children) {
    const way = wayTo(child, id)
    if (way.length > 0) return [tree, ...way]
  }
  return []
}

/** The id of the node in the address. */
export const useNodeId = (): number => Number(useParams<{ readonly node: string }>().node)

/** The node in the address; `undefined` until the tree is there, and where the person does not see it. */
export const useNode = (): TreeNode | undefined => {
  const { data } = useTree()
  const id = useNodeId()
  return useMemo(() => data === undefined ? undefined : wayTo(data, id).at(-1), [data, id])
}

/** Writes money and moments as the event at or above the node does. */
export const useEventUnits = (): void => {
  const { data } = useTree()
  const id = useNodeId()
  const set = useSetAtom(eventUnitsAtom)
  useEffect(() => {
    const event = data && wayTo(data, id).find((node) => node.event !== null)?.event
    if (event) set({ currency: event.currency_identifier, timeZone: event.time_zone })
  }, [data, id, set])
}

/** Whether a person with these privileges at a node may make a call there. The server decides in any case. */
export const may = (name: OfficeCall, { privileges_at_node: held }: Pick<TreeNode, "privileges_at_node">): boolean => {
  const needed: string | ReadonlyArray<string> = needs[name]
  if (needed === "presence") return held.length > 0
  return typeof needed === "string" || held.some((privilege) => needed.includes(privilege))
}

/** Says whether the signed-in person may make a call at the node in the address. */
export const useMay = (): (name: OfficeCall) => boolean => {
  const node = useNode()
  return (name) => node !== undefined && may(name, node)
}

/** The name of the node above all others, until someone gives it another. */
const unnamedRoot = "root"
const rootId = 0

/** The name of a node as people read it. */
export const useShownNode = (): (node: Pick<TreeNode, "id" | "name">) => string => {
  const { organisation } = useMessages()
  return useCallback(({ id, name }) => id === rootId && name === unnamedRoot ? organisation : name, [organisation])
}

/** The name of a node by its id; empty for those that the person does not see. */
export const useNodeName = (): (id: number) => string => {
  const { data } = useTree()
  const shown = useShownNode()
  return useCallback((id) => {
    const node = data === undefined ? undefined : wayTo(data, id).at(-1)
    return node === undefined ? "" : shown(node)
  }, [data, shown])
}
