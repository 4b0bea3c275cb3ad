import type { OfficeAnswer } from "../calls.ts"

export type Alert = NonNullable<OfficeAnswer<"GET /now">["needs_somebody"]>[number]

/** Alerts of one kind: one line, which opens where it is about several things. */
export interface AlertGroup {
  readonly kind: Alert["kind"]
  /** That of the most urgent of them. */
  readonly severity: Alert["severity"]
  readonly alerts: ReadonlyArray<Alert>
  /** Since when the oldest of them is there; null where that is unknown. */
  readonly since: string | null
}

/** The alerts by their kind, the most urgent kind first; inside a group they keep their order. */
export const alertGroups = (all: ReadonlyArray<Alert>): ReadonlyArray<AlertGroup> =>
  [...Map.groupBy(all, ({ kind }) => kind)]
    .map(([kind, alerts]) => ({
      kind,
      severity: alerts.some(({ severity }) => severity === "red") ? "red" as const : "amber" as const,
      alerts,
      since: alerts.flatMap(({ since }) => since ?? []).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]
        ?? null
    }))
    .toSorted((one, other) => Number(other.severity === "red") - Number(one.severity === "red"))

const oneDay = 86_400_000

/** Whether something has needed attention for so long that its day says more than a distance. */
export const isStale = (since: string, now: number): boolean => now - Date.parse(since) >= oneDay
