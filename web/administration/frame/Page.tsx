import { useAtomValue } from "jotai"
import { ArrowLeft, CircleHelp } from "lucide-react"
import { createContext, type ReactNode, use, useEffect } from "react"
import { Link } from "wouter"
import { languageAtom } from "../../kit/Language.ts"
import { useMessages } from "../messages/messages.ts"
import type { Screen, Task } from "../Screen.ts"

/** The screen that is open. */
export const ScreenContext = createContext<{ readonly screen: Screen; readonly task: Task } | undefined>(undefined)

interface PageProps {
  /** The name of the thing on the page; the screen's title unless given. */
  readonly title?: string | undefined
  /** Buttons and links for all of the page. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: its title, what it is for, where that is explained, and what can be done. */
export const Page = ({ actions, children, title }: PageProps) => {
  const say = useMessages()
  const language = useAtomValue(languageAtom)
  const { screen, task } = use(ScreenContext)!
  const list = task.screens.find(({ isInMenu, path }) => isInMenu === true && screen.path.startsWith(`${path}/`))
  const shownTitle = title ?? screen.title[language]
  useEffect(() => {
    document.title = `${shownTitle} · ${say.product}`
  }, [say, shownTitle])
  return (
    <>
      <header className="page-head" data-screen={screen.path}>
        <div>
          {list !== undefined && (
            <Link href={`/${task.name}/${list.path}`} className="back small">
              <ArrowLeft className="icon" aria-hidden />
              {list.title[language]}
            </Link>
          )}
          <h1>{shownTitle}</h1>
          <p className="muted">
            {screen.purpose[language]}{" "}
            <Link href={`/help/${task.name}`} className="help">
              <CircleHelp className="icon" aria-hidden />
              {say.readMore}
            </Link>
          </p>
        </div>
        {actions !== undefined && <div className="row actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}
