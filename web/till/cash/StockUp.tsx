import { useState } from "react"
import { reload, useKept } from "../../kit/Answers.ts"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { StaffTag } from "../people/StaffTag.tsx"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { useSession } from "../Session.ts"
import {
  freeRegisters,
  mayListRegisters,
  type Register,
  registersAtom,
  type Stocking,
  stockingsAtom
} from "./Registers.ts"
import { StockingContent } from "./StockingContent.tsx"

/** A register with its float for a cashier. */
export const StockUp = () => {
  const say = useMessages()
  const { person } = useSession()
  const [chip, setChip] = useState<Chip>()
  const one = useOneBooking()
  useMade(one, () => {
    setChip(undefined)
    reload("registers")
  })
  useChips((held) => {
    one.next()
    setChip(held)
  })
  if (person === null || !mayListRegisters(person.privileges)) return <p className="muted">{say.registersHidden}</p>
  return (
    <div className="task">
      <StaffTag label={say.cashier} hint={say.holdCashier} chip={chip} onForget={() => setChip(undefined)} />
      <Registers>
        {(register, stocking) => (
          <StockUpButton
            chip={chip}
            register={register}
            stocking={stocking}
            isBusy={one.isUnderWay}
            onBook={() =>
              chip !== undefined && one.make({
                call: "POST /stock-up-cash-register",
                body: {
                  cashier_tag_uid: asJson(chip),
                  cash_register_id: register.id,
                  register_stocking_id: stocking.id
                },
                subject: { chip, amount: stocking.total, text: `${say.stockUp}: ${register.name}, ${stocking.name}` }
              })}
          />
        )}
      </Registers>
      <OneBookingResult of={one} />
    </div>
  )
}

/** The choice of register and stocking. */
const Registers = ({ children }: {
  readonly children: (register: Register, stocking: Stocking) => React.ReactNode
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const registers = useKept(registersAtom, "registers")
  const stockings = useKept(stockingsAtom, "stockings")
  const [registerId, setRegisterId] = useState<string>()
  const [stockingId, setStockingId] = useState<string>()
  return (
    <div className="stack">
      <Loaded of={registers} lines={2}>
        {(all) => (
          <Loaded of={stockings} lines={2}>
            {(list) => {
              const free = freeRegisters(all)
              const register = free.find(({ id }) => String(id) === registerId) ?? free[0]
              const stocking = list.find(({ id }) => String(id) === stockingId) ?? list[0]
              if (register === undefined) return <p className="muted">{say.registersAllOut}</p>
              if (stocking === undefined) return <p className="muted">{say.stockingsEmpty}</p>
              return (
                <>
                  <Choice
                    label={say.taskRegister}
                    value={String(register.id)}
                    options={free.map(({ balance, id, name }) => [String(id), `${name} (${money(balance)})`] as const)}
                    onChange={setRegisterId}
                  />
                  <Choice
                    label={say.stocking}
                    value={String(stocking.id)}
                    options={list.map(({ id, name, total }) => [String(id), `${name} (${money(total)})`] as const)}
                    onChange={setStockingId}
                  />
                  <StockingContent stocking={stocking} />
                  {children(register, stocking)}
                </>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

const StockUpButton = ({ chip, isBusy, onBook, register, stocking }: {
  readonly chip: Chip | undefined
  readonly register: Register
  readonly stocking: Stocking
  readonly isBusy: boolean
  readonly onBook: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <>
      <Button kind="primary" className="large" busy={isBusy} disabled={chip === undefined} onClick={onBook}>
        {say.stockUpNow(register.name, money(stocking.total))}
      </Button>
      {chip === undefined && <p className="muted">{say.cashierMissing}</p>}
    </>
  )
}
