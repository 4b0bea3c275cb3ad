import { useAtomValue } from "jotai"
import { Link, useLocation } from "wouter"
import { languageAtom } from "../../kit/Language.ts"
import { useMessages } from "../messages/messages.ts"
import { isOpen } from "../Screen.ts"
import { useTaskList } from "../TaskList.ts"
import type { TreeNode } from "../tree.ts"

interface MenuProps {
  readonly node: TreeNode
  /** Called when a place is chosen, to close the dialog that the menu is in on a phone. */
  readonly onChoose?: () => void
}

/** The tasks that the person has at a node; the one at hand shows its screens. */
export const Menu = ({ node, onChoose }: MenuProps) => {
  const say = useMessages()
  const language = useAtomValue(languageAtom)
  const [location] = useLocation()
  const { tasks } = useTaskList()
  const open = tasks.flatMap((task) => {
    const screens = task.screens.filter((screen) => screen.isInMenu === true && isOpen(screen, node))
    return screens.length === 0 ? [] : [{ ...task, screens }]
  })
  return (
    <nav className="menu" aria-label={say.tasks}>
      <ul>
        {open.map(({ icon: Icon, name, screens, title }) => {
          const isHere = location.startsWith(`/${name}/`)
          return (
            <li key={name}>
              <Link
                href={`/${name}/${screens[0]!.path}`}
                className="menu-task"
                aria-current={isHere ? "true" : undefined}
                onClick={onChoose}
              >
                <Icon className="icon" aria-hidden />
                {title[language]}
              </Link>
              {isHere && screens.length > 1 && (
                <ul className="menu-screens">
                  {screens.map((screen) => (
                    <li key={screen.path}>
                      <Link
                        href={`/${name}/${screen.path}`}
                        aria-current={isAt(location, `/${name}/${screen.path}`) ? "page" : undefined}
                        onClick={onChoose}
                      >
                        {screen.title[language]}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Whether an address is a screen's own or one below it. */
const isAt = (location: string, place: string): boolean => location === place || location.startsWith(`${place}/`)
