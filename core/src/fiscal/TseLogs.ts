import { Context, Effect, Layer, Option, Result, Stream } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { InvalidArgument } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { LogCheck } from "../tse/LogCheck.ts"
import { type DeviceUse, LogComparison, type RecordedTransaction } from "../tse/LogComparison.ts"
import type { LogMessage } from "../tse/LogMessage.ts"
import { verifiedAtOnce } from "../tse/SignatureCheck.ts"
import type { ArchivedFile } from "../tse/TarArchive.ts"
import { fiscalRules } from "./FiscalRules.ts"
import type { Tse } from "./Tse.ts"
import { TseLogReport } from "./TseLog.ts"
import { TseLogRepository } from "./TseLogRepository.ts"
import { TseOperations } from "./TseOperations.ts"

/** Messages that are looked up at a time. */
const batchSize = 1000

/** Compares the logs that signing devices hand out with the record of their signatures (AEAO zu § 146a). */
export class TseLogs extends Context.Service<TseLogs>()("core/TseLogs", {
  make: Effect.gen(function*() {
    const operations = yield* TseOperations
    const logs = yield* TseLogRepository

    /** A device that the caller may see, by its number or its name. */
    const find = Effect.fnUntraced(function*(caller: AtEvent, which: string) {
      const tse = yield* operations.named(caller, which)
      const identity = identityOf(tse)
      if (identity !== null) return { tse, ...identity }
      return yield* InvalidArgument.of(fiscalRules.device_never_reached, { device: tse.name })
    })

    /**
     * Records beside signatures. They are read in the order in which an order passes through them while it is signed, so that no order
     * is missed.
     */
    const known = Effect.fnUntraced(function*(eventId: bigint, serial: string) {
      const lostStarts = (yield* logs.lostStarts(serial)).map(({ clientId }) => clientId)
      const unsigned = yield* logs.unsigned(eventId, serial)
      const givenUp = new Map((yield* logs.givenUp(serial)).map(({ clientId, number }) => [number, clientId]))
      const records = yield* logs.records(serial)
      const uses = records.flatMap(({ clients, first, last }): ReadonlyArray<DeviceUse> =>
        first === null ? [] : [{ clients: new Set(clients), first, last }]
      )
      return { givenUp, lostStarts, records, unsigned, uses }
    })

    const compare = Effect.fnUntraced(function*(
      { comparison, eventId, log, serial, unsigned }: Comparing,
      files: ReadonlyArray<ArchivedFile>
    ) {
      const read = yield* Effect.forEach(files, (file) => Effect.promise(() => log.read(file)), {
        concurrency: verifiedAtOnce
      })
      const messages = read.flatMap((file) => {
        const message = log.add(file)
        return message === null ? [] : [{ name: file.name, message }]
      })
      const numbers = new Set(messages.flatMap(({ message }) => message.transaction?.number ?? []))
      const signed = Map.groupBy(yield* logs.signed(eventId, serial, [...numbers]), ({ number }) => number)
      for (const { message, name } of messages) {
        const recorded = recordedFor(message, signed, unsigned)
        const problem = comparison.compare(message, recorded)
        if (problem !== null) log.tell(name, problem)
      }
    })

    /**
     * Checks an export of a device's log, and compares it with all records of the device in this installation. The report tells of other
     * events only how many signatures are theirs.
     *
     * @param which the device's number or name
     */
    const check = Effect.fn("TseLogs.check")(
      function*<E>(caller: AtEvent, which: string, files: Stream.Stream<ArchivedFile, E>) {
        const { eventId } = caller
        const { publicKey, serial, tse } = yield* find(caller, which)
        const beside = yield* known(eventId, serial)
        const log = new LogCheck(publicKey)
        const comparison = new LogComparison(beside)
        const unsigned = Map.groupBy(beside.unsigned, ({ number }) => number)
        const comparing: Comparing = { log, comparison, eventId, serial, unsigned }
        yield* Stream.runForEach(Stream.grouped(files, batchSize), (batch) => compare(comparing, batch))
        for (const { finish, start } of beside.unsigned) expect(log, start?.counter, finish?.counter)
        for (const record of beside.records) {
          yield* Stream.runForEach(
            logs.counters(record),
            ({ counter, startCounter }) => Effect.sync(() => expect(log, startCounter, counter))
          )
        }
        return new TseLogReport({
          ...log.end(),
          tse_id: tse.id,
          tse_name: tse.name,
          owners: comparison.owners
        })
      },
      dieOnInfrastructure
    )

    return { check }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TseLogRepository.layer, TseOperations.layer])
  )
}

/** A comparison that is under way. */
interface Comparing {
  readonly log: LogCheck
  readonly comparison: LogComparison
  readonly eventId: bigint
  readonly serial: string
  /** Transactions of orders that failed or are being signed. */
  readonly unsigned: Transactions
}

type Transactions = ReadonlyMap<bigint, ReadonlyArray<RecordedTransaction>>

const recordedFor = ({ transaction }: LogMessage, ...kept: ReadonlyArray<Transactions>) =>
  transaction === null ? [] : kept.flatMap((transactions) => transactions.get(transaction.number) ?? [])

const expect = (log: LogCheck, ...counters: ReadonlyArray<bigint | null | undefined>) => {
  for (const counter of counters) if (typeof counter === "bigint") log.expect(counter)
}

/** Null before the first contact. */
const identityOf = ({ public_key, serial }: Tse): { serial: string; publicKey: Uint8Array } | null => {
  const key = Option.getOrUndefined(Result.getSuccess(Base64.decode(public_key ?? "")))
  return serial === null || public_key === null || key === undefined ? null : { serial, publicKey: key }
}
