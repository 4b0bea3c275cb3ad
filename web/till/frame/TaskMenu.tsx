import {
  ArrowLeftRight,
  Banknote,
  ChartColumn,
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
import { Link, useRoute } from "wouter"
import { useMessages } from "../messages.ts"
import { pathOf, type Task } from "../Tasks.ts"
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
  statistics: ["taskStatistics", ChartColumn]
} as const satisfies Record<Task, readonly [keyof typeof english, LucideIcon]>

/** The tasks of this person at this till, and the device. */
export const TaskMenu = ({ tasks }: { readonly tasks: ReadonlyArray<Task> }) => {
  const say = useMessages()
  return (
    <nav className="task-menu" aria-label={say.tasksLabel}>
      {tasks.map((task) => {
        const [text, Icon] = entries[task]
        return <Entry key={task} href={pathOf(task)} text={say[text]} Icon={Icon} />
      })}
      <Entry href="/bookings" text={say.waitingTitle} Icon={Smartphone} />
      <Entry href="/device" text={say.settings} Icon={Settings} />
    </nav>
  )
}

const Entry = ({ Icon, href, text }: { readonly href: string; readonly text: string; readonly Icon: LucideIcon }) => {
  const [isHere] = useRoute(href)
  return (
    <Link href={href} aria-current={isHere ? "page" : undefined}>
      <Icon className="icon" aria-hidden />
      <span>{text}</span>
    </Link>
  )
}
