import { createContext, use } from "react"
import type { Task } from "./Screen.ts"

/** The tasks of the back office, given by the application to everything that shows or finds them. */
export interface TaskList {
  /** In the order of the menu. */
  readonly tasks: ReadonlyArray<Task>
  /** Not in the menu, but with addresses as the screens of tasks have. */
  readonly besideTasks: ReadonlyArray<Task>
}

export const TaskListContext = createContext<TaskList>({ tasks: [], besideTasks: [] })

export const useTaskList = (): TaskList => use(TaskListContext)
