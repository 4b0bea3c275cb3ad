import {
  ArrowLeftRight,
  Banknote,
  ChartColumn,
  Ellipsis,
  Gift,
  History,
  type LucideIcon,
  Settings,
  ShoppingBasket,
  Smartphone,
  Ticket,
  TicketCheck,
  Truck,
  UserRoundSearch,
  Users,
  Wallet
} from "lucide-react"
import { useState } from "react"
import { Link, useLocation, useRoute } from "wouter"
import { Dialog } from "../../kit/Dialog.tsx"
import { NoChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { type MenuEntry, menuOf, pathOf, type Task } from "../Tasks.ts"
import type { english } from "./english.ts"

const entries = {
  sale: ["taskSale", ShoppingBasket],
  topUp: ["taskTopUp", Wallet],
  payOut: ["taskPayOut", Banknote],
  tickets: ["taskTickets", TicketCheck],
  guest: ["taskGuest", UserRoundSearch],
  vouchers: ["taskVouchers", Gift],
  freeTicket: ["taskFreeTicket", Ticket],
  switchTag: ["taskSwitchTag", ArrowLeftRight],
  history: ["taskHistory", History],
  register: ["taskRegister", Banknote],
  cash: ["taskCash", Truck],
  people: ["taskPeople", Users],
  statistics: ["taskStatistics", ChartColumn],
  bookings: ["waitingTitle", Smartphone],
  device: ["settings", Settings]
} as const satisfies Record<MenuEntry, readonly [keyof typeof english | "waitingTitle", LucideIcon]>

/** The tasks of this person at this till, and the device. Where there is no room for all, the rest is behind "More". */
export const TaskMenu = ({ tasks }: { readonly tasks: ReadonlyArray<Task> }) => {
  const say = useMessages()
  const { bar, more } = menuOf(tasks)
  return (
    <nav className="task-menu" aria-label={say.tasksLabel}>
      {bar.map((entry) => <Entry key={entry} of={entry} />)}
      {more.length > 0 && <More entries={more} />}
      {more.map((entry) => <Entry key={entry} of={entry} className="task-rest" />)}
    </nav>
  )
}

/** Opens the other tasks. While the screen is one of them, it is marked in their place. */
const More = ({ entries: rest }: { readonly entries: ReadonlyArray<MenuEntry> }) => {
  const say = useMessages()
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const here = rest.find((entry) => path === pathOf(entry))
  return (
    <>
      <button
        type="button"
        className="task-more"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={here === undefined ? undefined : "true"}
        aria-label={here === undefined ? undefined : say.moreWith(say[entries[here][0]])}
        onClick={() => setOpen(true)}
      >
        <Ellipsis className="icon" aria-hidden />
        <span>{say.more}</span>
      </button>
      {isOpen && (
        <Dialog title={say.more} onClose={close}>
          <NoChips />
          <nav className="task-sheet" aria-label={say.moreTasks}>
            {rest.map((entry) => <Entry key={entry} of={entry} onOpen={close} />)}
          </nav>
        </Dialog>
      )}
    </>
  )
}

const Entry = ({ className, of, onOpen }: {
  readonly of: MenuEntry
  readonly className?: string
  readonly onOpen?: () => void
}) => {
  const say = useMessages()
  const href = pathOf(of)
  const [text, Icon] = entries[of]
  const [isHere] = useRoute(href)
  return (
    <Link href={href} className={className} aria-current={isHere ? "page" : undefined} onClick={onOpen}>
      <Icon className="icon" aria-hidden />
      <span>{say[text]}</span>
    </Link>
  )
}
