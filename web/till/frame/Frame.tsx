import { Redirect, Route, Switch } from "wouter"
import { ErrorBoundary } from "../../kit/ErrorBoundary.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useMessages } from "../messages.ts"
import { PendingCard } from "../result/CardPanel.tsx"
import { useSession } from "../Session.ts"
import { pathOf, tasksOf } from "../Tasks.ts"
import { BookingsScreen, screens, SettingsScreen } from "./Screens.ts"
import { TaskMenu } from "./TaskMenu.tsx"
import { TopBar } from "./TopBar.tsx"

/** The till while someone is signed in: who, where and what waits above, the screen, and the menu. */
export const Frame = () => {
  const say = useMessages()
  const session = useSession()
  const open = tasksOf(session)
  const [first] = open
  return (
    <div className="frame">
      <a className="skip-link" href="#content">{say.skipToContent}</a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary>
          <Switch>
            {open.map((task) => <Route key={task} path={pathOf(task)} component={screens[task]} />)}
            <Route path="/bookings" component={BookingsScreen} />
            <Route path="/device" component={SettingsScreen} />
            <Route>
              {first === undefined
                ? (
                  <Notice kind="attention">
                    <p>{session.config.till === null ? say.terminalWithoutTill : say.nothingToDo}</p>
                  </Notice>
                )
                : <Redirect to={pathOf(first)} replace />}
            </Route>
          </Switch>
        </ErrorBoundary>
      </main>
      <TaskMenu tasks={open} />
      <PendingCard />
    </div>
  )
}
