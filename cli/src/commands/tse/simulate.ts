import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { FlagNotRead } from "../../flags/FlagNotRead.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class TseSimulate extends EffectCommand {
  static override summary = "Run a simulated signing device, for tests and trials."
  static override description =
    "It behaves like the web service of a Diebold Nixdorf TSE and makes real signatures, with a key that " +
    "certifies nothing. Its password is 12345, its PUK 000000. Never use it for records that the tax office gets."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --port 10001 --state tse.json",
    "<%= config.bin %> <%= command.id %> --fast"
  ]
  static override flags = {
    host: Flags.string({ default: "localhost", description: "address it listens on" }),
    port: Flags.integer({ char: "p", default: 10_001, min: 0, max: 65_535, description: "its port" }),
    delay: Flags.string({ char: "d", default: "0.25", description: "seconds that a signed operation takes" }),
    fast: Flags.boolean({ char: "f", description: "sign without delay" }),
    profile: Flags.option({ options: ["simulator", "device"] as const })({
      default: "device",
      description: "limits and codes of a stick, or of the simulator that festivals have tested with"
    }),
    curve: Flags.option({ options: ["brainpoolP384r1", "secp256r1"] as const })({
      default: "brainpoolP384r1",
      description: "elliptic curve of its key"
    }),
    key: Flags.string({
      char: "s",
      exclusive: ["seed"],
      description: "private key in hexadecimal digits (default: a public test key)"
    }),
    seed: Flags.string({ description: "text that its key is derived from" }),
    state: Flags.string({ description: "file of its memory (default: none, it forgets when it ends)" }),
    "control-port": Flags.integer({
      min: 0,
      max: 65_535,
      description: "port of its control interface on this machine; see docs/developer-documentation/stand-ins.md"
    }),
    fault: Flags.string({
      multiple: true,
      default: [],
      description: "fault in JSON, as {\"command\":\"FinishTransaction\",\"misbehaviour\":{\"kind\":\"lose_command\"}}"
    })
  }
  protected override endsOnSignal = true

  async run() {
    const { flags } = await this.parse(TseSimulate)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { simulate } = await import("@wristbank/stand-ins/tse/Simulate")
    const { DeviceFault } = await import("@wristbank/stand-ins/tse/device/DeviceFault")
    const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(DeviceFault))
    const seconds = Schema.decodeUnknownEffect(
      Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 600 }))
    )
    await this.runEffect(Effect.gen({ self: this }, function*() {
      const { control, serial, url } = yield* simulate({
        host: flags.host,
        port: flags.port,
        profile: flags.profile,
        curve: flags.curve,
        key: flags.key,
        seed: flags.seed,
        delay: flags.fast ? 0 : (yield* given("--delay", seconds(flags.delay))) * 1000,
        state: flags.state,
        controlPort: flags["control-port"],
        faults: yield* Effect.forEach(flags.fault, (text) => given("--fault", decode(text)))
      })
      this.log(`A simulated signing device answers on ${url}`)
      this.log(`  serial    ${serial}`)
      if (control !== undefined) this.log(`  control   ${control}`)
      return yield* Effect.never
    }))
  }
}

/** Names the flag in the failure of its value. */
const given = <A>(flag: string, value: Effect.Effect<A, Schema.SchemaError>) =>
  Effect.mapError(value, ({ message }) => new FlagNotRead({ message: `${flag}: ${message}` }))
