import type { SheetPlace } from "@wristbank/core/report/RegistrationSheet"
import type { Registration } from "@wristbank/core/till/Terminal"
import { DateTime, Effect } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"
import { Progress } from "../views/Progress.ts"
import { type Destination, writeWhole } from "./OutputFile.ts"

/** The address of the till as it is typed. */
export const tillAddress = (typed: string): Effect.Effect<string, FlagNotRead> => {
  const url = URL.parse(typed)
  return url !== null && /^https?:$/.test(url.protocol)
    ? Effect.succeed(url.href)
    : Effect.fail(
      new FlagNotRead({ message: `${typed} is no address: give one such as https://wristbank.example/till/` })
    )
}

/** Writes a PDF with a sheet for each terminal and returns its path. */
export const writeSheets = Effect.fnUntraced(
  function*(destination: Destination, place: SheetPlace, registrations: ReadonlyArray<Registration>) {
    if (registrations.length === 0) {
      return yield* new FlagNotRead({ message: "No terminal waits for a device: name one that gets a new code" })
    }
    const { drawDocument } = yield* Effect.promise(() => import("@wristbank/core/fiscal/ReceiptPdf"))
    const { registrationSheets } = yield* Effect.promise(() => import("@wristbank/core/report/RegistrationSheet"))
    const progress = yield* Progress
    const printedAt = DateTime.toDateUtc(yield* DateTime.now)
    const draw = Effect.promise(() => drawDocument(registrationSheets(place, registrations, printedAt)))
    return yield* writeWhole(destination, yield* progress.long("Drawing sheets")(draw))
  }
)
