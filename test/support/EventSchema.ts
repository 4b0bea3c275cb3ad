import { eventFileSchema } from "@wristbank/core/eventfile/EventFileSchema"
import { Ajv2020 } from "ajv/dist/2020.js"
import { parse } from "yaml"

// The formats of the schema are hints for editors, which a validator need not know.
const validate = new Ajv2020({ allErrors: true, strict: true, validateFormats: false, allowUnionTypes: true })
  .compile(eventFileSchema())

/** What the JSON Schema of event files refuses in a file, as an editor shows it: the place, and what is wrong. */
export const schemaFaults = (text: string): ReadonlyArray<string> => {
  validate(parse(text, { merge: true }))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
