import { QueryClientProvider } from "@tanstack/react-query"
import { useAtomValue } from "jotai"
import { Router } from "wouter"
import { basePath } from "../kit/Base.ts"
import { lazily } from "../kit/lazily.tsx"
import { Placeholder } from "../kit/Loaded.tsx"
import { answers } from "./answers.ts"
import { Frame } from "./frame/Frame.tsx"
import { sessionAtom } from "./session.ts"
import { SignIn } from "./signIn/SignIn.tsx"
import { type TaskList, TaskListContext } from "./TaskList.ts"
import { besideTasks, tasks } from "./Tasks.ts"

const MustEnrol = lazily(() => import("./account/MustEnrol.tsx"), "MustEnrol", 10)

const taskList: TaskList = { tasks, besideTasks }

/** The back office in the browser. */
export const Administration = () => {
  const session = useAtomValue(sessionAtom)
  return (
    <QueryClientProvider client={answers}>
      <Router base={basePath()}>
        {session === "asking"
          ? <Placeholder lines={10} />
          : session === undefined
          ? <SignIn />
          : session.user.must_enrol_second_factor
          ? <MustEnrol session={session} />
          : (
            <TaskListContext value={taskList}>
              <Frame key={session.csrfToken} />
            </TaskListContext>
          )}
      </Router>
    </QueryClientProvider>
  )
}
