import { add, type Amount } from "../../kit/Amount.ts"
import type { Formats } from "../../kit/Formats.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { NowTexts } from "./english.ts"

type Takings = OfficeAnswer<"GET /stats/takings">

/** The money taken for goods and tickets; top-ups are guests' money until they buy something. */
export const takenOf = ({ sales, tickets }: Pick<Takings["total"], "sales" | "tickets">): Amount => add(sales, tickets)

/** What a part of the takings is called. */
export const rowName = (
  { from_time, name }: Pick<Takings["rows"][number], "from_time" | "name">,
  by: Takings["by"],
  { day, time }: Pick<Formats, "day" | "time">,
  say: Pick<NowTexts, "methods" | "deleted">
): string => {
  if (by === "hour") return from_time === null ? "" : time(from_time)
  if (by === "day") return from_time === null ? "" : day(from_time)
  if (by === "method") return say.methods[name as keyof NowTexts["methods"]] ?? name ?? ""
  return name ?? say.deleted
}
