import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { useChange, useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import type { AccountTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type UserSession = OfficeAnswer<"GET /auth/sessions">[number]

const sessionColumns = (
  say: AccountTexts,
  onEnd: (session: UserSession) => void
): ReadonlyArray<Column<UserSession>> => [
  { key: "address", title: say.address, of: ({ address }) => address ?? say.unknownAddress },
  {
    key: "seen",
    title: say.lastSeen,
    of: (session) => session.last_seen_at,
    show: ({ last_seen_at }) => <Distance at={last_seen_at} />
  },
  { key: "begun", title: say.signedInAt, kind: "moment", of: ({ created_at }) => created_at, isMinor: true },
  {
    key: "end",
    title: say.end,
    of: ({ id }) => id,
    show: (session) => session.is_current ? say.thisSession : <Button onClick={() => onEnd(session)}>{say.end}</Button>
  }
]

/** All places where the person is signed in; each of the others can be ended. */
export const Sessions = () => {
  const say = useTexts()
  const sessions = useList("GET /auth/sessions")
  const [ending, setEnding] = useState<UserSession>()
  const columns = useMemo(() => sessionColumns(say, setEnding), [say])
  const others = useChange(() => call("DELETE /auth/sessions"))
  const address = ending?.address ?? say.unknownAddress
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">{say.sessions}</h2>
      <Loaded of={sessions}>
        {(rows) => <Table label={say.sessions} rows={rows} columns={columns} keyOf={({ id }) => id} />}
      </Loaded>
      <div>
        <Button busy={others.busy} onClick={() => void others.submit()}>{say.endOthers}</Button>
      </div>
      {ending !== undefined && (
        <Confirm
          title={say.endSession(address)}
          action={say.end}
          change={() => call("DELETE /auth/sessions/:session_id", { params: { session_id: ending.id } })}
          onClose={() => setEnding(undefined)}
        >
          <p>{say.endSessionHint}</p>
        </Confirm>
      )}
    </section>
  )
}
