import { type ReactNode, useEffect, useRef } from "react"
import { Redirect, Route, Switch, useLocation } from "wouter"
import { ErrorBoundary } from "../../kit/ErrorBoundary.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useOnline } from "../../kit/Online.ts"
import { useMessages } from "../messages/messages.ts"
import { isOpen, type Screen, type Task } from "../Screen.ts"
import { useTaskList } from "../TaskList.ts"
import { type TreeNode, useEventUnits, useNodeId, useTree, wayTo } from "../tree.ts"
import { Menu } from "./Menu.tsx"
import { NotFound } from "./NotFound.tsx"
import { ScreenContext } from "./Page.tsx"
import { startAt, startNode } from "./StartPage.ts"
import { TopBar } from "./TopBar.tsx"

/** Everything around the screens, once someone is signed in. */
export const Frame = () => (
  <Loaded of={useTree()} lines={10}>
    {(tree) => (
      <Switch>
        <Route path={nodePath} nest>
          <AtNode tree={tree} />
        </Route>
        <Route>
          <Outside tree={tree} />
        </Route>
      </Switch>
    )}
  </Loaded>
)

/** Addresses at a node begin with its id. */
const nodePath = /^\/(?<node>\d{1,15})(?=\/|$)/

/** Addresses without a node: the first leads to where the person most likely wants to work. */
const Outside = ({ tree }: { readonly tree: TreeNode }) => {
  const say = useMessages()
  const [location] = useLocation()
  const node = startNode(tree)
  if (node === undefined) {
    return (
      <main className="plain">
        <Notice kind="attention">
          <p>{say.noNodes}</p>
        </Notice>
      </main>
    )
  }
  return location === "/" ? <Redirect to={`/${node.id}`} replace /> : (
    <main className="plain">
      <NotFound />
    </main>
  )
}

const AtNode = ({ tree }: { readonly tree: TreeNode }) => {
  const way = wayTo(tree, useNodeId())
  const node = way.at(-1)
  const { besideTasks, tasks } = useTaskList()
  useEventUnits()
  if (node === undefined) {
    return (
      <main className="plain">
        <NotFound />
      </main>
    )
  }
  return (
    <div className="office">
      <TopBar tree={tree} way={way} />
      <Menu node={node} />
      <Content node={node}>
        <Switch>
          <Route path="/">
            <Redirect to={startAt(tasks, node)} replace />
          </Route>
          {[...tasks, ...besideTasks].flatMap((task) =>
            task.screens.map((screen) => (
              <Route key={`${task.name}/${screen.path}`} path={`/${task.name}/${screen.path}`}>
                <Opened node={node} task={task} screen={screen} />
              </Route>
            ))
          )}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Content>
    </div>
  )
}

/**
 * The part beside the menu. Another page begins at its top, for eyes, keyboards and screen readers; one that the person goes back
 * to is where they left it.
 */
const Content = ({ children, node }: { readonly node: TreeNode; readonly children: ReactNode }) => {
  const say = useMessages()
  const isOnline = useOnline()
  const main = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const shown = useRef(location)
  const isReturn = useRef(false)
  useEffect(() => {
    const onPop = ({ isTrusted }: PopStateEvent) => {
      isReturn.current = isTrusted
    }
    addEventListener("popstate", onPop, { capture: true })
    return () => removeEventListener("popstate", onPop, { capture: true })
  }, [])
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    main.current?.focus({ preventScroll: true })
    // The browser itself scrolls to where the person was.
    if (!isReturn.current) scrollTo(0, 0)
    isReturn.current = false
  }, [location])
  return (
    <main ref={main} id="content" className="content stack" tabIndex={-1}>
      {!isOnline && (
        <Notice kind="attention">
          <p>{say.offline}</p>
        </Notice>
      )}
      {node.read_only && (
        <Notice>
          <p>{say.archivedNode}</p>
        </Notice>
      )}
      <ErrorBoundary key={`${node.id}${location}`}>
        {children}
      </ErrorBoundary>
    </main>
  )
}

/** A screen, if there is such a one at the node for this person. */
const Opened = ({ node, screen, task }: { readonly node: TreeNode; readonly task: Task; readonly screen: Screen }) => {
  if (!isOpen(screen, node)) return <NotFound />
  const { content: Screen } = screen
  return (
    <ScreenContext value={{ screen, task }}>
      <Screen />
    </ScreenContext>
  )
}
