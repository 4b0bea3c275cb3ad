import { DaySeal } from "@wristbank/core/report/DaySeal"
import { Effect, Schema } from "effect"
import { InputFileNotRead, readInputFile } from "./InputFile.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(DaySeal))))

/** The seals in a file that `wristbank seal show --json` wrote. */
export const keptSeals = Effect.fnUntraced(function*(path: string) {
  const bytes = yield* readInputFile(path)
  return yield* decode(new TextDecoder().decode(bytes)).pipe(
    Effect.mapError(() =>
      new InputFileNotRead({ message: `${path} is no list of seals; give the output of wristbank seal show --json` })
    )
  )
})
