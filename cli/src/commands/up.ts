import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { portFlags } from "../serving/portFlags.ts"
import { ServingCommand } from "../serving/ServingCommand.ts"

export default class Up extends ServingCommand {
  static override summary = "Run everything: the database, its migrations, the APIs and the workers."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --demo",
    "<%= config.bin %> <%= command.id %> --no-demo --host 0.0.0.0 --backup-dir /mnt/other-disk/wristbank"
  ]
  static override flags = {
    ...portFlags,
    "data-dir": Flags.string({ description: "folder of the data and the secret key (default: .wristbank)" }),
    "backup-dir": Flags.string({ description: "folder of backups, to which each change is copied within a minute" }),
    demo: Flags.boolean({
      allowNo: true,
      default: false,
      description: "give a database without events a demo festival and show how to try it"
    }),
    "admin-login": Flags.string({ description: "first administrator of an empty database (default: admin)" }),
    "admin-password": Flags.string({
      description: "password of that administrator; WRISTBANK_ADMIN_PASSWORD keeps it out of the process list"
    })
  }

  async run() {
    const { flags } = await this.parse(Up)
    await this.runMain((processes) =>
      Effect.flatMap(
        Effect.promise(() => import("../serving/Up.ts")),
        ({ up }) => up((line) => this.log(line), { demo: flags.demo, processes })
      ), flags.demo)
  }
}
