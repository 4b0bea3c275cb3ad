import { ArrowLeft, ArrowLeftRight, Banknote, PackagePlus, Truck } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { MoveCash } from "./MoveCash.tsx"
import { RegisterList } from "./RegisterList.tsx"
import { mayListRegisters } from "./Registers.ts"
import { StockUp } from "./StockUp.tsx"
import { TransferRegister } from "./TransferRegister.tsx"

type Action = "changeRegister" | "changeTransport" | "stockUp" | "transfer"

/** Cash on its way between the vault, those who carry it, and the registers of cashiers. */
export const CashScreen = () => {
  const say = useMessages()
  const [action, setAction] = useState<Action>()
  const back = () => setAction(undefined)
  switch (action) {
    case "stockUp":
      return (
        <Page title={say.stockUp} onBack={back}>
          <StockUp />
        </Page>
      )
    case "changeRegister":
      return (
        <Page title={say.changeRegister} onBack={back}>
          <MoveCash key={action} kind="register" />
        </Page>
      )
    case "changeTransport":
      return (
        <Page title={say.changeTransport} onBack={back}>
          <MoveCash key={action} kind="transport" />
        </Page>
      )
    case "transfer":
      return (
        <Page title={say.transferRegister} onBack={back}>
          <TransferRegister />
        </Page>
      )
    case undefined:
      return <Actions onOpen={setAction} />
  }
}

const Actions = ({ onOpen }: { readonly onOpen: (action: Action) => void }) => {
  const say = useMessages()
  const { person } = useSession()
  return (
    <div className="page stack">
      <h1>{say.taskCash}</h1>
      <div className="task">
        <div className="stack">
          <Entry Icon={PackagePlus} text={say.stockUp} hint={say.stockUpHint} onOpen={() => onOpen("stockUp")} />
          <Entry
            Icon={Banknote}
            text={say.changeRegister}
            hint={say.changeRegisterHint}
            onOpen={() => onOpen("changeRegister")}
          />
          <Entry
            Icon={Truck}
            text={say.changeTransport}
            hint={say.changeTransportHint}
            onOpen={() => onOpen("changeTransport")}
          />
          <Entry
            Icon={ArrowLeftRight}
            text={say.transferRegister}
            hint={say.transferHint}
            onOpen={() => onOpen("transfer")}
          />
        </div>
        {person !== null && mayListRegisters(person.privileges)
          ? <RegisterList />
          : <p className="muted">{say.registersHidden}</p>}
      </div>
    </div>
  )
}

const Page = ({ children, onBack, title }: {
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}) => {
  const say = useMessages()
  return (
    <div className="page stack">
      <div>
        <Button onClick={onBack}>
          <ArrowLeft className="icon" aria-hidden />
          {say.taskCash}
        </Button>
      </div>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

const Entry = ({ Icon, hint, onOpen, text }: {
  readonly Icon: typeof Truck
  readonly text: string
  readonly hint: string
  readonly onOpen: () => void
}) => (
  <button type="button" className="card choice" onClick={onOpen}>
    <Icon className="icon" aria-hidden />
    <span>
      <strong>{text}</strong>
      <span className="muted small">{hint}</span>
    </span>
  </button>
)
