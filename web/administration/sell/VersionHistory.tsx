import { useMemo } from "react"
import type { Answer } from "../../kit/Call.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded, type LoadedProps } from "../../kit/Loaded.tsx"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useUserNames } from "../userNames.ts"
import type { SellTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

interface Version {
  readonly id: number
  readonly valid_from: string
  readonly state: "past" | "present" | "planned"
  readonly created_by: number | null
  /** The version of a tax rate that it follows from. */
  readonly tax_rate_version_id?: number | null
}

interface VersionHistoryProps<V extends Version> {
  readonly title: string
  readonly of: LoadedProps<ReadonlyArray<V>>["of"]
  /** What the versions say. */
  readonly columns: ReadonlyArray<Column<V>>
  /** Takes a planned version back, if the user may. */
  readonly takeBack: ((id: number) => Promise<Answer<null>>) | undefined
}

/** The columns of all versions around those of what they say. */
const around = <V extends Version>(
  columns: ReadonlyArray<Column<V>>,
  say: SellTexts,
  names: (id: number | null) => string,
  takeBack: VersionHistoryProps<V>["takeBack"]
): ReadonlyArray<Column<V>> => [
  { key: "from", title: say.validFrom, kind: "moment", of: ({ valid_from }) => valid_from },
  { key: "state", title: say.versionState, of: ({ state }) => say.versionStates[state] },
  ...columns,
  {
    key: "by",
    title: say.changedBy,
    of: ({ created_by, tax_rate_version_id }) => tax_rate_version_id == null ? names(created_by) : say.withTaxRate,
    isMinor: true
  },
  {
    key: "delete",
    title: say.takeBack,
    isAction: true,
    of: () => null,
    show: ({ id, state, tax_rate_version_id, valid_from }) =>
      state === "planned" && tax_rate_version_id == null && takeBack !== undefined &&
      <TakeBack from={valid_from} change={() => takeBack(id)} />
  }
]

/** What something was, is, and is planned to be; what is planned can be taken back, unless it follows from something else. */
export function VersionHistory<V extends Version>({ columns, of, takeBack, title }: VersionHistoryProps<V>) {
  const say = useTexts()
  const names = useUserNames()
  const all = useMemo(() => around(columns, say, names, takeBack), [columns, names, say, takeBack])
  return (
    <section className="card stack-close">
      <h2>{title}</h2>
      <Loaded of={of}>
        {(rows) => (
          <Table
            label={title}
            rows={rows}
            columns={rows.some(({ state }) => state === "planned")
              ? all
              : all.filter(({ isAction }) => isAction !== true)}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
    </section>
  )
}

const TakeBack = ({ change, from }: { readonly from: string; readonly change: () => Promise<Answer<null>> }) => {
  const say = useTexts()
  const { moment } = useFormats()
  return (
    <ConfirmButton label={say.takeBack} look="quiet" action={say.deletePlanned} change={change}>
      <p>{say.deletePlannedHint(moment(from))}</p>
    </ConfirmButton>
  )
}
