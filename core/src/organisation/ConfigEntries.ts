import { Context, Effect, Layer } from "effect"
import type { Caller } from "./Caller.ts"
import { Changes } from "./Changes.ts"
import { ConfigEntry } from "./ConfigEntry.ts"
import { ConfigEntryRepository } from "./ConfigEntryRepository.ts"

/** Values of the whole installation, by key. */
export class ConfigEntries extends Context.Service<ConfigEntries>()("core/ConfigEntries", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const entries = yield* ConfigEntryRepository

    /** All entries, ordered by key. */
    const list = Effect.fn("ConfigEntries.list")(() => Effect.orDie(entries.list(null)))

    /** The entry of a key; without one its value is null. */
    const get = Effect.fn("ConfigEntries.get")(function*(key: string) {
      const [entry] = yield* Effect.orDie(entries.list(key))
      return entry ?? new ConfigEntry({ key, value: null })
    })

    /** Stores an entry, replacing one with the same key. */
    const set = Effect.fn("ConfigEntries.set")((caller: Caller, entry: ConfigEntry) =>
      Effect.as(
        changes.run(
          caller,
          (old) => ({ logType: "config_entry_updated", content: { key: entry.key, old, new: entry.value } }),
          Effect.gen(function*() {
            const [before] = yield* entries.list(entry.key)
            yield* entries.put(entry)
            return before?.value ?? null
          }),
          { withoutVersion: true }
        ),
        entry
      )
    )

    return { get, list, set }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, ConfigEntryRepository.layer])
  )
}
