// Writes to the given journal until the process's limit of file size is reached, then goes on with records that still fit.
import { fileJournal } from "@wristbank/stand-ins/tse/DeviceJournal"
import { Effect } from "effect"

const [path = ""] = process.argv.slice(2)
const journal = Effect.runSync(fileJournal(path, "serial"))
let kept = 0
try {
  for (; kept < 10_000; kept++) journal.append({ event: "registered", clientId: "x".repeat(1000) })
} catch {
  journal.append({ event: "password_refused" })
  process.stdout.write(`${kept} and a short one`)
}
