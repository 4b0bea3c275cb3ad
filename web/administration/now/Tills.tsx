import { useMemo } from "react"
import { Distance } from "../../kit/Moment.tsx"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import type { NowTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Till = NonNullable<OfficeAnswer<"GET /now">["tills"]>[number]

const tillColumns = (say: NowTexts): ReadonlyArray<Column<Till>> => [
  { key: "till", title: say.till, of: ({ name }) => name },
  { key: "who", title: say.who, of: ({ user_name }) => user_name ?? say.nobody },
  {
    key: "last",
    title: say.lastBooking,
    of: (till) => till.last_booked_at,
    show: ({ last_booked_at }) => last_booked_at !== null && <Distance at={last_booked_at} />
  },
  { key: "drawer", title: say.drawer, kind: "amount", of: ({ drawer_balance }) => drawer_balance, isMinor: true },
  {
    key: "seen",
    title: say.lastSeen,
    of: (till) => till.last_seen,
    show: ({ last_seen }) => last_seen !== null && <Distance at={last_seen} />,
    isMinor: true
  }
]

/** The tills with who works there. */
export const Tills = ({ tills }: { readonly tills: ReadonlyArray<Till> }) => {
  const say = useTexts()
  const columns = useMemo(() => tillColumns(say), [say])
  return (
    <section className="stack-close" aria-labelledby="tills">
      <h2 id="tills">{say.tills}</h2>
      <Table
        label={say.tills}
        rows={tills}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/tills/${id}`}
      />
    </section>
  )
}
