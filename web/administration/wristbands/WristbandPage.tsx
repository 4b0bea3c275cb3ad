import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { longText } from "../form/Field.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useVariants, type VariantNames } from "../variants/variants.ts"
import type { WristbandTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import { type Wristband, wristbandColumns } from "./WristbandList.tsx"

/** The facts of a wristband, with the way to its guest. */
const wristbandFacts = (say: WristbandTexts, namesOf: VariantNames): ReadonlyArray<Column<Wristband>> =>
  wristbandColumns(say, namesOf).map((column) =>
    column.key !== "holder" ? column : {
      ...column,
      show: ({ account_id, user_id }) =>
        account_id === null
          ? user_id === null ? say.nobody : say.colleague
          : <Link href={`/guests/people/${account_id}`}>{say.guest}</Link>
    }
  )

/** One wristband, with the guests who had it. */
export const WristbandPage = () => {
  const say = useTexts()
  const may = useMay()
  const { moment } = useFormats()
  const { namesOf } = useVariants()
  const [isEditing, setEditing] = useState(false)
  const address = { params: { user_tag_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const wristband = useAnswer("GET /user-tags/:user_tag_id", address)
  return (
    <Page
      title={wristband.data?.pin}
      actions={may("POST /user-tags/:user_tag_id/update-comment") && (
        <Button onClick={() => setEditing(true)}>{say.editComment}</Button>
      )}
    >
      <Loaded of={wristband}>
        {(stored) => (
          <section className="card stack">
            <Facts of={stored} columns={wristbandFacts(say, namesOf)} />
            {stored.account_history.length > 0 && (
              <div>
                <h2>{say.history}</h2>
                <ul>
                  {stored.account_history.map(({ account_id, mapping_was_valid_until }) => (
                    <li key={mapping_was_valid_until}>
                      <Link href={`/guests/people/${account_id}`}>
                        {say.historyOf(String(account_id), moment(mapping_was_valid_until))}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {isEditing && (
              <Ask
                title={say.commentOf(stored.pin)}
                action={say.saveComment}
                fields={{ comment: longText({ label: say.comment }) }}
                initial={{ comment: stored.comment ?? "" }}
                change={(body) => call("POST /user-tags/:user_tag_id/update-comment", { ...address, body })}
                onClose={() => setEditing(false)}
              />
            )}
          </section>
        )}
      </Loaded>
    </Page>
  )
}
