import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Migrate extends EffectCommand {
  static override summary = "Bring the database to the schema of this version."
  static override examples = [
    "<%= config.bin %> <%= command.id %>"
  ]
  static override enableJsonFlag = true

  async run() {
    await this.parse(Migrate)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { migrateShared } = await import("../postgres/DatabaseServer.ts")
    const done = await this.runEffect(migrateShared)
    const migrations = done.map(([id, name]) => ({ id, name }))
    for (const { name } of migrations) this.log(`Ran ${name}`)
    if (migrations.length === 0) this.log("The database is up to date")
    return { migrations }
  }
}
