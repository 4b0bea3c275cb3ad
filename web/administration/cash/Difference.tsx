import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react"
import { type Amount, negate } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { useTexts } from "./texts.ts"

/** Counted less expected, in words, with a colour and a sign: missing cash, a surplus, or neither. */
export const Difference = ({ amount }: { readonly amount: Amount }) => {
  const say = useTexts()
  const { money } = useFormats()
  const [kind, Icon, text] = amount < 0
    ? ["stopped", CircleAlert, say.short(money(negate(amount)))] as const
    : amount > 0
    ? ["attention", TriangleAlert, say.over(money(amount))] as const
    : ["good", CircleCheck, say.exact] as const
  return (
    <span className="difference" data-kind={kind}>
      <Icon className="icon" aria-hidden />
      {text}
    </span>
  )
}
