import { useMemo } from "react"
import { Button } from "../../kit/Button.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useChange, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import type { SetupTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Mail = OfficeAnswer<"GET /mails/">[number]

const mailColumns = (say: SetupTexts, retry: (mail: Mail) => void): ReadonlyArray<Column<Mail>> => [
  { key: "recipient", title: say.recipient, of: ({ recipient }) => recipient },
  {
    key: "template",
    title: say.mail,
    of: ({ template }) => say.templates[template as keyof typeof say.templates] ?? template
  },
  { key: "problem", title: say.problem, of: ({ problem }) => problem },
  {
    key: "created",
    title: say.since,
    of: (mail) => mail.created_at,
    show: ({ created_at }) => <Distance at={created_at} />,
    isMinor: true
  },
  { key: "attempts", title: say.attempts, kind: "count", of: ({ attempts }) => attempts, isMinor: true },
  {
    key: "retry",
    title: say.retry,
    isAction: true,
    of: () => null,
    show: (mail) => <Button onClick={() => retry(mail)}>{say.retry}</Button>
  }
]

/** Mail to guests that was not sent, to be tried again once its cause is fixed. */
export const MailList = () => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const mails = usePages("GET /mails/", { query })
  const all = useChange(() => call("POST /mails/retry", { query }))
  const { refusal, submit } = useChange(({ id }: Mail) =>
    call("POST /mails/:mail_id/retry", { params: { mail_id: id }, query })
  )
  const columns = useMemo(() => mailColumns(say, (mail) => void submit(mail)), [say, submit])
  return (
    <Page actions={<Button busy={all.busy} onClick={() => void all.submit()}>{say.retryAll}</Button>}>
      {[refusal, all.refusal].map((one, at) => one !== undefined && <Refused key={at} refusal={one} />)}
      <ServerList label={say.mail} of={mails} columns={columns} keyOf={({ id }) => id} empty={<p>{say.noMails}</p>} />
    </Page>
  )
}
