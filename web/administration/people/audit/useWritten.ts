import { useFormats } from "../../../kit/EventFormats.ts"
import { useList } from "../../answers.ts"
import { written } from "../../list/Column.ts"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { useTexts } from "./texts.ts"

const amountFields = /price$|amount$|^balance$|_balance$|^donation$|^total$|^variable_in_euro$/
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Writes the field of an entry, by its name and value, as the rest of the office does. */
export const useWritten = () => {
  const formats = useFormats()
  const messages = useMessages()
  const say = useTexts()
  const may = useMay()
  const roles = useList("GET /user-roles", { query: { node_id: useNodeId() } }, { when: may("GET /user-roles") }).data
  const value = (field: string, given: unknown): string => {
    if (given === null || given === undefined || given === "") return "–"
    if (typeof given === "boolean") return written(given, "flag", formats, messages)
    if (typeof given === "number") {
      return written(given, amountFields.test(field) ? "amount" : "count", formats, messages)
    }
    if (typeof given === "string") return momentText.test(given) ? formats.moment(given) : given
    if (field === "role_ids" && Array.isArray(given)) {
      return given.map((id) => roles?.find((role) => role.id === id)?.name ?? `#${id}`).join(", ") || "–"
    }
    return Array.isArray(given) ? given.map((one) => value(field, one)).join(", ") || "–" : JSON.stringify(given)
  }
  return { name: (field: string) => say.fields[field] ?? field.replaceAll("_", " "), value }
}
