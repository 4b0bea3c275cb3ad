import { readItem, writeItem } from "../../kit/Stored.ts"
import { isOpen, type Task } from "../Screen.ts"
import { allIn, type TreeNode } from "../tree.ts"

const key = "wristbank.administration.node"

/** Remembers the node that a person works at, for the next start. */
export const rememberNode = (node: number): void => writeItem(key, String(node))

/** The node to begin at: the one of the last visit, else the latest running event, else the highest with a role. */
export const startNode = (tree: TreeNode): TreeNode | undefined => {
  const open = allIn(tree).filter((node) => node.privileges_at_node.length > 0)
  const last = Number(readItem(key) ?? "NaN")
  return open.find(({ id }) => id === last) ??
    open.findLast(({ event, read_only }) => event !== null && !read_only) ?? open[0]
}

/** The first screen of the menu that the person may see at a node. */
export const startAt = (tasks: ReadonlyArray<Task>, node: TreeNode): string => {
  for (const { name, screens } of tasks) {
    const first = screens.find((screen) => screen.isInMenu === true && isOpen(screen, node))
    if (first !== undefined) return `/${name}/${first.path}`
  }
  return "/nothing"
}
