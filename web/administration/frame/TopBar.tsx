import { useAtomValue } from "jotai"
import { ChevronsUpDown, CircleUserRound, Menu as MenuIcon, Search } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { usePathname } from "wouter/use-browser-location"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { lazily } from "../../kit/lazily.tsx"
import { unsavedAtom } from "../form/drafts.ts"
import { useMessages } from "../messages/messages.ts"
import { type TreeNode, useShownNode } from "../tree.ts"
import { Menu } from "./Menu.tsx"
import { NodeSwitch } from "./NodeSwitch.tsx"
import { rememberNode } from "./StartPage.ts"

const SearchDialog = lazily(() => import("../find/SearchDialog.tsx"), "SearchDialog")

interface TopBarProps {
  readonly tree: TreeNode
  readonly way: ReadonlyArray<TreeNode>
}

/** Where the person is, and what they reach from everywhere. */
export const TopBar = ({ tree, way }: TopBarProps) => {
  const say = useMessages()
  const node = way.at(-1)!
  const shown = useShownNode()
  const [dialog, setDialog] = useState<"menu" | "nodes" | "find">()
  // Read as a hook: another screen opens without drawing this bar again.
  const pathname = usePathname()
  const unsaved = Object.keys(useAtomValue(unsavedAtom)).filter((address) => !address.startsWith(`${pathname}#`))
  const close = () => setDialog(undefined)
  useEffect(() => rememberNode(node.id), [node.id])
  useFindKeys(() => setDialog("find"))
  return (
    <header className="top-bar">
      <a className="skip-link" href="#content">{say.skipToContent}</a>
      <Button kind="quiet" className="menu-button" aria-label={say.menu} onClick={() => setDialog("menu")}>
        <MenuIcon className="icon" aria-hidden />
      </Button>
      <Button
        kind="quiet"
        className="node-button"
        aria-label={say.switchNode(shown(node))}
        onClick={() => setDialog("nodes")}
      >
        <span className="way">{(way.length > 1 ? way.slice(1) : way).map(shown).join(" / ")}</span>
        <ChevronsUpDown className="icon" aria-hidden />
      </Button>
      <span className="space" />
      {unsaved.length > 0 && <Link className="unsaved" href={`~${unsaved[0]}`}>{say.unsavedForms(unsaved.length)}
      </Link>}
      <Button kind="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={() => setDialog("find")}>
        <Search className="icon" aria-hidden />
        <span className="find-words">
          {say.find} <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
        </span>
      </Button>
      <Link href="/account/profile" className="button" data-kind="quiet" aria-label={say.account}>
        <CircleUserRound className="icon" aria-hidden />
      </Link>
      {dialog === "find" && <SearchDialog node={node} onClose={close} />}
      {dialog === "menu" && (
        <Dialog title={say.menu} onClose={close}>
          <Menu node={node} onChoose={close} />
        </Dialog>
      )}
      {dialog === "nodes" && (
        <Dialog title={say.switchTitle} onClose={close}>
          <NodeSwitch tree={tree} node={node.id} onChoose={close} />
        </Dialog>
      )}
    </header>
  )
}

const isMac = /^Mac|^iP/.test(navigator.platform)

/** Opens the search by Ctrl-K or Command-K, from everywhere. */
const useFindKeys = (open: () => void) => {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}
