import type { LucideIcon } from "lucide-react"
import type { ComponentType } from "react"
import type { Language } from "../kit/Language.ts"
import { lazily } from "../kit/lazily.tsx"
import type { OfficeCall } from "./calls.ts"
import { may, type ObjectType, type TreeNode } from "./tree.ts"

/** A text in every language, for what has to be known before a task is loaded. */
type Text = Readonly<Record<Language, string>>

/** A screen of a task: its place, what it is for, who may see it. */
export interface Screen {
  /** The address below the task, such as `products/:id`. */
  readonly path: string
  readonly title: Text
  /** One sentence: what the screen is for. */
  readonly purpose: Text
  /** The call without which the screen makes no sense; users who may not make it do not see the screen. */
  readonly needs: OfficeCall
  /** Screens in the menu are reached from everywhere, others from a screen. */
  readonly isInMenu?: boolean
  /** Where there is such a screen: at events and below unless given. */
  readonly at?: "event" | "everywhere" | "outside"
  /** Objects that a node can forbid; where it does, there is no such screen. */
  readonly objects?: ObjectType
  readonly content: ComponentType
}

/** The screens of one of the back office's tasks. */
export interface Task {
  /** The first part of the address below the node. */
  readonly name: string
  readonly title: Text
  readonly icon: LucideIcon
  readonly screens: ReadonlyArray<Screen>
}

/** A screen that is loaded when it is opened first. */
export const later = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazily(load, name, 8)

/** Whether a screen makes sense at a node, and the person may see it there. */
export const isOpen = ({ at = "event", needs, objects }: Screen, node: TreeNode): boolean =>
  may(needs, node) &&
  (at === "everywhere" || (at === "event") === (node.event_node_id !== null)) &&
  (objects === undefined || !node.computed_forbidden_objects_at_node.includes(objects))
