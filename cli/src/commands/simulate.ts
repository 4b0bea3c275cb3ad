import { Flags } from "@oclif/core"
import type { FestivalSize } from "@wristbank/stand-ins/simulation/Premises"
import type { Simulated } from "@wristbank/stand-ins/simulation/Simulation"
import { Effect, Redacted } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"
import { exitStatus } from "../shell/ExitStatus.ts"

type Size = Omit<FestivalSize, "presale">

/** Where the books and the database of a simulation go. */
interface OwnFlags {
  readonly start: string
  readonly into: string | undefined
  readonly output: string | undefined
  readonly signing: boolean
}

export default class Simulate extends EffectCommand {
  static override summary = "Simulate a whole festival in a database of its own, and check the books afterwards."
  static override description =
    "Guests arrive, pay, bring glasses back and lose wristbands; cashiers change shifts. All of it goes through the real " +
    "services, in virtual time, and a seed determines it: the same flags give the same books. docs/developer-documentation/simulator.md says more. " +
    "Ends with 0 when everything holds and with 3 otherwise."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --guests 100 --days 1 --tills 5",
    "<%= config.bin %> <%= command.id %> --signing --into festival",
    "<%= config.bin %> <%= command.id %> --against https://wristbank.example --guests 2000 --tills 40"
  ]
  static override enableJsonFlag = true
  static override flags = {
    guests: Flags.integer({ default: 1_000, min: 1, max: 100_000, description: "how many guests come" }),
    days: Flags.integer({ default: 3, min: 1, max: 14, description: "how many days it lasts" }),
    tills: Flags.integer({ default: 20, min: 5, max: 500, description: "tills, of five kinds" }),
    seed: Flags.integer({ default: 1, min: 0, max: 4_294_967_295, description: "determines what happens" }),
    start: Flags.string({ default: "2026-06-26", description: "first day", helpValue: "<date>" }),
    into: Flags.string({
      description: "new data folder to keep it in, for wristbank up --data-dir (default: it is removed)",
      helpValue: "<folder>"
    }),
    output: Flags.string({ description: "folder to write the books to, as CSV", helpValue: "<folder>" }),
    signing: Flags.boolean({
      default: false,
      description: "a simulated device signs the orders, and stops for an hour; takes longer",
      exclusive: ["against"]
    }),
    against: Flags.string({
      description:
        "test a server instead, with an event of its own there and over HTTP; sign in first (wristbank login)",
      exclusive: ["start", "into", "output"],
      helpValue: "<server>"
    }),
    speed: Flags.integer({
      description: "with --against: how many times as fast as at a festival (default: 60)",
      min: 1,
      max: 100_000,
      dependsOn: ["against"]
    })
  }

  async run() {
    const { flags } = await this.parse(Simulate)
    const { against, days, guests, seed, tills } = flags
    const size = { guests, days, tills, seed }
    return against === undefined ? this.simulated(size, flags) : this.loaded(size, against, flags.speed ?? 60)
  }

  /** Fills a database of its own. */
  private async simulated(size: Size, flags: OwnFlags) {
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Doctor } = await import("@wristbank/core/overview/Doctor")
    const { daysBetween } = await import("@wristbank/core/fiscal/ClosingDays")
    const { mayWriteBooks, writeBooks } = await import("../simulation/Books.ts")
    const { ownInstallation } = await import("../simulation/OwnInstallation.ts")
    const { simulate } = await import("@wristbank/stand-ins/simulation/Simulation")
    const { summaryLines, summaryOf } = await import("../views/SimulationLines.ts")
    const { SimulationProgress } = await import("@wristbank/stand-ins/simulation/SimulationProgress")
    const { Progress } = await import("../views/Progress.ts")
    const { into, output } = flags
    const { administrator, summary } = await this.runEffect(Effect.gen(function*() {
      const { from } = yield* Effect.fromResult(daysBetween("UTC", flags.start, null))
      if (output !== undefined) yield* mayWriteBooks(output)
      const progress = yield* Progress
      const { step } = progress
      const installation = yield* ownInstallation(into).pipe(step("Making a database"))
      const inspect = Effect.fnUntraced(function*({ eventId, ...done }: Simulated) {
        const diagnosis = yield* Doctor.use((doctor) => doctor.diagnose(20)).pipe(step("Checking the books"))
        const files = output === undefined ? [] : yield* writeBooks(eventId, output).pipe(step("Writing the books"))
        return summaryOf({ ...done, diagnosis, files })
      })
      const done = yield* simulate(installation, {
        size: { ...size, presale: true, pricesChange: true, signing: flags.signing },
        start: from!
      }, inspect).pipe(Effect.provideService(SimulationProgress, progress))
      return { summary: done, administrator: installation.administrator }
    }))
    for (const line of summaryLines(summary)) this.log(line)
    if (into !== undefined) {
      this.log(
        `\nwristbank up --data-dir ${into} shows it; sign in as ${administrator.login}, ${
          Redacted.value(administrator.password)
        }`
      )
    }
    if (summary.violations > 0) process.exitCode = exitStatus.found.status
    return summary
  }
  /** Loads a server that this account is signed in at. */
  private async loaded(size: Size, server: string, speed: number) {
    const { loadTest } = await import("@wristbank/stand-ins/simulation/LoadTest")
    const { SimulationProgress } = await import("@wristbank/stand-ins/simulation/SimulationProgress")
    const { siteOf } = await import("../simulation/LoadedServer.ts")
    const { loadSummaryLines, loadSummaryOf } = await import("../views/SimulationLines.ts")
    const { Progress } = await import("../views/Progress.ts")
    const folder = this.config.configDir
    const summary = await this.runEffect(
      Effect.gen(function*() {
        const site = yield* siteOf(folder, server)
        const loaded = loadTest(site, { ...size, presale: false }, speed)
        return loadSummaryOf(yield* Effect.provideServiceEffect(loaded, SimulationProgress, Progress))
      })
    )
    for (const line of loadSummaryLines(summary)) this.log(line)
    return summary
  }
}
