import { useAtomValue } from "jotai"
import { ChevronsUpDown, CircleUserRound, Menu as MenuIcon } from "lucide-react"
import { useEffect, useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { unsavedAtom } from "../form/drafts.ts"
import { useMessages } from "../messages/messages.ts"
import type { TreeNode } from "../tree.ts"
import { Menu } from "./Menu.tsx"
import { NodeSwitch } from "./NodeSwitch.tsx"
import { rememberNode } from "./Start.ts"

interface TopBarProps {
  readonly tree: TreeNode
  readonly way: ReadonlyArray<TreeNode>
}

/** Where the person is, and what they reach from everywhere. */
export const TopBar = ({ tree, way }: TopBarProps) => {
  const say = useMessages()
  const node = way.at(-1)!
  const [dialog, setDialog] = useState<"menu" | "nodes">()
  const unsaved = Object.keys(useAtomValue(unsavedAtom)).filter((address) => address !== location.pathname)
  const close = () => setDialog(undefined)
  useEffect(() => rememberNode(node.id), [node.id])
  return (
    <header className="top-bar">
      <a className="skip-link" href="#content">{say.skipToContent}</a>
      <Button kind="quiet" className="menu-button" aria-label={say.menu} onClick={() => setDialog("menu")}>
        <MenuIcon className="icon" aria-hidden />
      </Button>
      <Button
        kind="quiet"
        className="node-button"
        aria-label={say.switchNode(node.name)}
        onClick={() => setDialog("nodes")}
      >
        <span className="way">{(way.length > 1 ? way.slice(1) : way).map(({ name }) => name).join(" / ")}</span>
        <ChevronsUpDown className="icon" aria-hidden />
      </Button>
      <span className="space" />
      {unsaved.length > 0 && <a className="unsaved" href={unsaved[0]}>{say.unsavedForms(unsaved.length)}</a>}
      <Link href="/account/profile" className="button" data-kind="quiet" aria-label={say.account}>
        <CircleUserRound className="icon" aria-hidden />
      </Link>
      {dialog === "menu" && (
        <Dialog title={say.menu} onClose={close}>
          <Menu node={node} onChoose={close} />
        </Dialog>
      )}
      {dialog === "nodes" && (
        <Dialog title={say.switchTitle} onClose={close}>
          <NodeSwitch tree={tree} onChoose={close} />
        </Dialog>
      )}
    </header>
  )
}
