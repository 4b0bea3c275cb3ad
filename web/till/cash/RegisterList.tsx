import { useKept } from "../../kit/Answers.ts"
import { Empty } from "../../kit/Empty.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useMessages } from "../messages.ts"
import { type Register, registersAtom } from "./Registers.ts"

/** All registers with the cash in them. */
export const RegisterList = () => {
  const say = useMessages()
  const registers = useKept(registersAtom, "registers")
  return (
    <section className="card stack-close" aria-label={say.registers}>
      <h2>{say.registers}</h2>
      <Loaded of={registers} lines={6}>
        {(list) =>
          list.length === 0 ? <Empty>{say.registersEmpty}</Empty> : (
            <ul className="rows">
              {list.map((register) => (
                <li key={register.id} className="entry">
                  <div className="between">
                    <strong>{register.name}</strong>
                    <Money amount={register.balance} />
                  </div>
                  <Place register={register} />
                </li>
              ))}
            </ul>
          )}
      </Loaded>
    </section>
  )
}

const Place = ({ register: { current_cashier_id, current_till_id } }: { readonly register: Register }) => {
  const say = useMessages()
  return (
    <span className="muted small">
      {current_till_id !== null
        ? say.registerInTill
        : current_cashier_id !== null
        ? say.registerHeld
        : say.registerFree}
    </span>
  )
}
