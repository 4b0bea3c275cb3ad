import { type Amount, fromCents, toCents, zero } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { useMessages } from "../messages.ts"
import { contentOf, type Stocking } from "./Registers.ts"

/** What has to be counted into the register. */
export const StockingContent = ({ stocking }: { readonly stocking: Stocking }) => {
  const say = useMessages()
  const { money } = useFormats()
  const loose = (stocking.variable_in_euro ?? zero) as Amount
  return (
    <table className="counts card">
      <caption className="visually-hidden">{say.stockingContent}</caption>
      <tbody>
        {contentOf(stocking).map(({ count, pieces, value }) => (
          <tr key={value}>
            <th scope="row">
              {pieces === 1 ? say.notes(count, money(fromCents(value))) : say.rolls(count, money(fromCents(value)))}
            </th>
            <td>
              <Money amount={fromCents(value * pieces * count)} />
            </td>
          </tr>
        ))}
        {toCents(loose) > 0 && (
          <tr>
            <th scope="row">{say.looseMoney}</th>
            <td>
              <Money amount={loose} />
            </td>
          </tr>
        )}
        <tr>
          <th scope="row">{say.total}</th>
          <td>
            <strong>
              <Money amount={stocking.total} />
            </strong>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
