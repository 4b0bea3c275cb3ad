import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { Effect } from "effect"
import { join } from "node:path"
import { copyFolder, preparedFolder } from "../../support/runFolder.ts"

/** PostgreSQL's data without any table, at a path: a copy of what is made once in a run. Returns the path. */
export const copiedData = async (path: string): Promise<string> => {
  const made = await preparedFolder(
    "data",
    (folder) => Effect.runPromise(Effect.asVoid(Effect.scoped(start({ folder: join(folder, "postgres") }))))
  )
  await copyFolder(join(made, "postgres"), path)
  return path
}
