import type { AuditObjectType } from "@wristbank/core/organisation/AuditObject"
import { useMemo } from "react"
import { useFormats } from "../../../kit/EventFormats.ts"
import { written } from "../../list/Column.ts"
import { useMessages } from "../../messages/messages.ts"
import { useTexts } from "./texts.ts"
import type { NameOf } from "./useNames.ts"

const amountFields = /price$|amount$|^balance$|_balance$|^donation$|^total$|^variable_in_euro$/
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** The fields that hold the ids of other objects. */
const references: Readonly<Record<string, AuditObjectType>> = {
  active_profile_id: "till_profile",
  button_ids: "till_button",
  cash_register_id: "cash_register",
  cashier_id: "user",
  cashier_till_id: "till",
  layout_id: "till_layout",
  node_id: "node",
  product_ids: "product",
  role_ids: "user_role",
  source_cashier_id: "user",
  target_cashier_id: "user",
  tax_rate_id: "tax_rate",
  terminal_id: "terminal",
  ticket_ids: "ticket",
  till_id: "till",
  user_id: "user"
}

/** How fields and their values are written. */
export interface Written {
  readonly name: (field: string) => string
  readonly value: (field: string, given: unknown) => string
}

/** Whether a field has no value. */
export const isEmpty = (given: unknown): boolean => given === null || given === undefined || given === ""

/** Writes the field of an entry, by its name and value, as the rest of the office does. */
export const useWritten = (nameOf: NameOf): Written => {
  const formats = useFormats()
  const messages = useMessages()
  const say = useTexts()
  return useMemo(() => {
    const number = (field: string, given: number): string => {
      const type = references[field]
      if (type !== undefined) return nameOf(type, given) ?? `#${given}`
      return written(given, amountFields.test(field) ? "amount" : "count", formats, messages)
    }
    const value = (field: string, given: unknown): string => {
      if (isEmpty(given)) return "–"
      if (typeof given === "boolean") return written(given, "flag", formats, messages)
      if (typeof given === "number") return number(field, given)
      if (typeof given === "string") return momentText.test(given) ? formats.moment(given) : given
      return Array.isArray(given) ? given.map((one) => value(field, one)).join(", ") || "–" : JSON.stringify(given)
    }
    return { name: (field) => say.fields[field] ?? field.replaceAll("_", " "), value }
  }, [formats, messages, nameOf, say])
}
