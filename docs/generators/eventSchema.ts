/** Writes `examples/event.schema.json`, the JSON Schema of events' files: `node docs/generators/eventSchema.ts`. */
import { eventFileSchema } from "@wristbank/core/eventfile/EventFileSchema"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

if (import.meta.main) {
  const path = fileURLToPath(new URL("../../examples/event.schema.json", import.meta.url))
  writeFileSync(path, `${JSON.stringify(eventFileSchema(), null, 2)}\n`)
}
