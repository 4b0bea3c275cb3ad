import type { Task } from "./Screen.ts"
import { sell } from "./sell/screens.ts"

/** The tasks of the back office, in the order of the menu. */
export const tasks: ReadonlyArray<Task> = [sell]
