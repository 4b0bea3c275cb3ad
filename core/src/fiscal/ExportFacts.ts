import { type DateTime, Effect, Option, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import type { Problem } from "../base/Rule.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { verifierOf } from "../tse/SignatureCheck.ts"
import { type Business, type Closing, type ExportedTill, type ExportedTse, ownWords } from "./ExportedOrder.ts"
import { problemsOf } from "./ExportProblem.ts"
import { ExportRepository, type ExportScope } from "./ExportRepository.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"
import { FiscalSettingsRepository } from "./FiscalSettingsRepository.ts"
import type { LineFacts } from "./OrderRows.ts"
import type { CheckingTse } from "./RecordChecks.ts"
import { keysOf, rateKey, ratesAt, type TypedRate, usualRates } from "./TaxKey.ts"

/** The data of an event that an export needs before it reads orders. */
export interface ExportFacts {
  readonly settings: FiscalSettings
  readonly currency: string
  readonly business: Business
  /** Those to be exported, by till and number. */
  readonly closings: ReadonlyArray<Closing>
  readonly leftOut: LeftOut
  readonly closedAt: (tillId: bigint, zNr: number) => DateTime.Utc | undefined
  readonly tills: ReadonlyMap<bigint, ExportedTill>
  readonly tses: ReadonlyMap<bigint, CheckingTse>
  /** The till's device at a closing, according to its registrations. */
  readonly tseAt: (tillId: bigint, zNr: number) => CheckingTse | undefined
  readonly lines: LineFacts
  readonly describeRate: (taxKey: number, rate: number) => string
  /** The problems that prevent the export. */
  readonly problems: ReadonlyArray<Problem>
}

/** Data of the event that the export does not contain. */
export interface LeftOut {
  /** Tills with an open closing that is not exported, ascending, and the number of receipts in those closings. */
  readonly openTillIds: ReadonlyArray<bigint>
  readonly openReceipts: number
  /** Number of closings that ended outside the requested time. */
  readonly otherClosings: number
}

/** Selects the part of an event to export. */
export interface Selection extends ExportScope {
  /** Whether to include open closings, as if they ended with their last order. */
  readonly open: boolean
}

/** Loads the data that an export needs; inside one transaction they are consistent. */
export const loadExportFacts = Effect.fnUntraced(function*(selection: Selection) {
  const { eventId } = selection
  const repository = yield* ExportRepository
  const event = yield* EventRepository.use((events) => events.settings(eventId))
  const settings = yield* FiscalSettingsRepository.use((fiscal) => fiscal.get(eventId))
  const ended = yield* repository.closings(selection)
  const open = yield* repository.openClosings(eventId)
  const closings = inOrder(selection.open ? [...ended, ...open] : ended)
  const business: Business = {
    name: event.bon_issuer,
    street: settings.street,
    zip: settings.zip,
    city: settings.city,
    country: settings.country,
    taxNumber: settings.tax_number,
    vatId: event.ust_id
  }
  const rates = yield* repository.rates(eventId)
  const tses = new Map((yield* repository.tses(eventId)).map((tse) => [tse.id, { ...tse, verifier: verifierIn(tse) }]))
  const registrations = yield* repository.registrations(eventId)
  const everEnded = yield* repository.closedAt(eventId)
  const closedAt = new Map(
    [...everEnded, ...closings].map((closing) => [keyOf(closing), closing.closedAt])
  )
  const unsigned = yield* repository.unsigned(eventId, closings)
  const untypedRates = (yield* repository.untypedRates(eventId)).map(({ name }) => name)
  const unrecorded = yield* repository.unrecorded(eventId)
  const guises = rates.filter(({ isPresent }) => isPresent).flatMap(beforeAndAfter)
  const lines = { ...(yield* lineFacts(eventId, rates)), hasDevices: tses.size > 0 }
  const facts: ExportFacts = {
    settings,
    currency: event.currency_identifier,
    business,
    closings,
    leftOut: {
      openTillIds: selection.open ? [] : open.map(({ tillId }) => tillId),
      openReceipts: selection.open ? 0 : open.reduce((count, { receipts }) => count + receipts, 0),
      otherClosings: everEnded.length - ended.length
    },
    closedAt: (tillId, zNr) => closedAt.get(keyOf({ tillId, zNr })),
    tills: new Map((yield* repository.tills(eventId)).map((till) => [till.id, describedTill(till)])),
    tses,
    tseAt: (tillId, zNr) => {
      const registration = registrations.findLast((one) => one.tillId === tillId && one.zNr <= zNr)
      return registration && tses.get(registration.tseId)
    },
    lines,
    describeRate: (taxKey, rate) => {
      const found = guises.find((one) => one.rate === rate && keysOf(one).includes(taxKey))
      return found === undefined ? `${rate / 100} %`.replace(".", ",") : found.description || found.name
    },
    problems: problemsOf({ business, untypedRates, unsigned, unrecorded })
  }
  return facts
})

const keyOf = ({ tillId, zNr }: Pick<Closing, "tillId" | "zNr">) => `${tillId}/${zNr}`

/** By till and number. */
const inOrder = (closings: ReadonlyArray<Closing>): ReadonlyArray<Closing> =>
  closings.toSorted((a, b) => a.tillId === b.tillId ? a.zNr - b.zNr : a.tillId < b.tillId ? -1 : 1)

type ExportedRate = TypedRate & { readonly id: bigint; readonly typedAfter: bigint | null }

/** A rate whose type was set late counts as two rates for the tax office. */
const beforeAndAfter = <Rate extends ExportedRate>(rate: Rate): ReadonlyArray<Rate> =>
  rate.typedAfter === null ? [rate] : [rate, { ...rate, taxType: null }]

/** A closing has the official keys for the rates that were in force at its first receipt: none spans a change. */
const usualRatesOf = Effect.fnUntraced(function*(eventId: bigint, rates: ReadonlyArray<ExportedRate>) {
  const repository = yield* ExportRepository
  const versions = yield* repository.rateVersions(eventId)
  const present = usualRates(rates.flatMap(beforeAndAfter))
  // Most events change no rate, and the moments of their closings need not be read.
  const isChanged = versions.some(({ id, rate }) => rates.some((one) => one.id === id && one.rate !== rate))
  const begun = isChanged ? yield* repository.begun(eventId) : []
  const usual = new Map(begun.map((closing) => [
    keyOf(closing),
    usualRates(ratesAt(rates, versions, closing.at).flatMap(beforeAndAfter))
  ]))
  return (tillId: bigint, zNr: number) => usual.get(keyOf({ tillId, zNr })) ?? present
})

const lineFacts = Effect.fnUntraced(
  function*(eventId: bigint, rates: ReadonlyArray<ExportedRate & { readonly isPresent: boolean }>) {
    const repository = yield* ExportRepository
    const facts: Omit<LineFacts, "hasDevices"> = {
      revisions: new Map((yield* repository.revisions(eventId)).map((revision) => [revision.id, revision])),
      taxTypes: new Map(rates.map(({ id, rate, taxType }) => [rateKey(id, rate), taxType])),
      typedAfter: new Map(
        rates.flatMap(({ id, typedAfter }) => typedAfter === null ? [] : [[id, typedAfter] as const])
      ),
      usualRates: yield* usualRatesOf(eventId, rates.filter(({ isPresent }) => isPresent)),
      abandoned: Map.groupBy(yield* repository.abandoned(eventId), ({ orderId }) => orderId)
    }
    return facts
  }
)

const describedTill = (
  { brand, id, model, softwareBrand, terminalId }: {
    readonly id: bigint
    readonly brand: string | null
    readonly model: string | null
    readonly softwareBrand: string | null
    readonly terminalId: bigint | null
  }
): ExportedTill => ({
  id,
  brand: brand ?? ownWords,
  model: model ?? ownWords,
  softwareBrand: softwareBrand ?? ownWords,
  terminalIds: terminalId === null ? [] : [terminalId]
})

const verifierIn = ({ publicKey }: ExportedTse) =>
  Option.getOrUndefined(Option.map(Result.getSuccess(Base64.decode(publicKey)), verifierOf))
