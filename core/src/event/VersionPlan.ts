import { Data, DateTime, Effect, Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { decideBeginning } from "./ProductVersion.ts"

/** What an object is from a moment on. */
export type Period<Content> = Content & { readonly valid_from: DateTime.Utc }

/** A stored version. */
type StoredVersion<Content> = Period<Content> & { readonly id: bigint }

/** Whether two contents say the same. */
type Same<Content> = (one: Content, other: Content) => boolean

const millis = ({ valid_from: from }: { readonly valid_from: DateTime.Utc }) => from.epochMilliseconds

/** What holds at a moment in milliseconds; the periods stand in the order in which they begin. */
const contentAt = <Content>(present: Content, periods: ReadonlyArray<Period<Content>>, at: number): Content =>
  periods.findLast((one) => millis(one) <= at) ?? present

/** Of the versions that begin at one moment only the last saved one counts, and none that says what holds before it. */
export const periodsOf = <Content, V extends StoredVersion<Content>>(
  present: Content,
  versions: ReadonlyArray<V>,
  isSame: Same<Content>
): ReadonlyArray<V> => {
  const sorted = versions.toSorted((a, b) => millis(a) - millis(b) || (a.id < b.id ? -1 : 1))
  const last = sorted.filter((one, at) => sorted[at + 1] === undefined || millis(sorted[at + 1]!) > millis(one))
  let before = present
  return last.filter((one) => {
    const isNew = !isSame(one, before)
    before = one
    return isNew
  })
}

/** What an object is now, and its periods that are still to begin. */
export const presentAndPlanned = <Content, V extends StoredVersion<Content>>(
  row: Content,
  versions: ReadonlyArray<V>,
  isSame: Same<Content>,
  now: DateTime.Utc
): { readonly present: Content; readonly planned: ReadonlyArray<V> } => {
  const periods = periodsOf(row, versions, isSame)
  return {
    present: contentAt(row, periods, now.epochMilliseconds),
    planned: periods.filter((one) => millis(one) > now.epochMilliseconds)
  }
}

/** A planned version that is refused; `index` is its place among those that were wanted. */
export class VersionRefused<Refusal = unknown>
  extends Data.TaggedError("VersionRefused")<{ readonly index: number; readonly refusal: Refusal }>
{
  override readonly message = "A planned version is refused"
}

/**
 * Decides whether the periods of a plan can begin when they do, and whether each changes anything. They stand in the order in which they
 * begin.
 */
export const decidePlan = <Content>(
  name: string,
  present: Content,
  wanted: ReadonlyArray<Period<Content>>,
  isSame: Same<Content>,
  now: DateTime.Utc
): Result.Result<void, VersionRefused<InvalidArgument>> => {
  for (const [index, period] of wanted.entries()) {
    const decided = Result.andThen(
      decideBeginning(period.valid_from, index, now),
      () =>
        isSame(period, wanted[index - 1] ?? present)
          ? refuse(catalogueRules.version_unchanged, { product: name })
          : Result.void
    )
    if (Result.isFailure(decided)) return Result.fail(new VersionRefused({ index, refusal: decided.failure }))
  }
  return Result.void
}

/** The first moment in milliseconds at which what is planned differs from what is wanted; undefined if it never does. */
export const firstDifference = <Content>(
  present: Content,
  planned: ReadonlyArray<Period<Content>>,
  wanted: ReadonlyArray<Period<Content>>,
  isSame: Same<Content>
): number | undefined =>
  [...planned, ...wanted].map(millis).toSorted((a, b) => a - b).find((at) =>
    !isSame(contentAt(present, planned, at), contentAt(present, wanted, at))
  )

/** How the planned versions of one object are read and changed. */
interface Versions<Content, V extends StoredVersion<Content>, E1, E2, E3> {
  readonly name: string
  readonly present: Content
  readonly isSame: Same<Content>
  /** All versions. */
  readonly list: Effect.Effect<ReadonlyArray<V>, E1>
  /** Whether a version can be deleted by itself. */
  readonly isOwn: (version: V) => boolean
  readonly remove: (id: bigint) => Effect.Effect<unknown, E2>
  readonly create: (period: Period<Content>) => Effect.Effect<unknown, E3>
}

/**
 * Takes planned versions back and plans others, until the object is at each moment as wanted. Versions that follow from another object
 * stay: where they say something else, a version of the object's own begins at the same moment.
 */
export const planVersions = Effect.fnUntraced(
  function*<Content, V extends StoredVersion<Content>, E1, E2, E3>(
    { create, isOwn, isSame, list, name, present, remove }: Versions<Content, V, E1, E2, E3>,
    wanted: ReadonlyArray<Period<Content>>
  ) {
    const now = yield* DateTime.now
    yield* Effect.fromResult(decidePlan(name, present, wanted, isSame, now))
    const stillToBegin = Effect.map(
      list,
      (all) => all.filter((one) => millis(one) > now.epochMilliseconds)
    )
    const before = yield* stillToBegin
    const periods = periodsOf(present, before, isSame)
    const isWanted = (version: V) =>
      wanted.some((one) => millis(one) === millis(version) && isSame(one, contentAt(present, periods, millis(version))))
    yield* Effect.forEach(before.filter((one) => isOwn(one) && !isWanted(one)), ({ id }) => remove(id))
    const next = () =>
      Effect.map(stillToBegin, (all) => firstDifference(present, periodsOf(present, all, isSame), wanted, isSame))
    for (let at = yield* next(); at !== undefined; at = yield* next()) {
      const index = wanted.findLastIndex((one) => millis(one) <= at!)
      const content = index < 0 ? present : wanted[index]!
      yield* Effect.mapError(
        create({ ...content, valid_from: DateTime.makeUnsafe(at) }),
        (refusal) => new VersionRefused({ index: Math.max(index, 0), refusal })
      )
    }
  }
)
