import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useList } from "../answers.ts"
import { call } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { secret, text } from "../form/Field.ts"
import { Page } from "../frame/Page.tsx"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** The keys of this event's chips, by their descriptions alone. */
export const ChipKeys = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const keys = useList("GET /user-tag-secrets", { query: { node_id } })
  const [isCreating, setCreating] = useState(false)
  const add = may("POST /user-tag-secrets") && keys.data?.length === 0 && (
    <>
      <Button kind="primary" onClick={() => setCreating(true)}>{say.createSecret}</Button>
      <ConfirmButton
        label={say.withoutKeys}
        look="usual"
        kind="primary"
        action={say.createRandom}
        change={() =>
          call("POST /user-tag-secrets", {
            query: { node_id },
            body: { description: say.randomKeys, key0: randomKey(), key1: randomKey() }
          })}
      >
        <p>{say.withoutKeysHint}</p>
      </ConfirmButton>
    </>
  )
  return (
    <Page actions={add}>
      <List
        label={say.keys}
        of={keys}
        columns={[
          { key: "description", title: say.description, of: ({ description, id }) => description || `#${id}` }
        ]}
        keyOf={({ id }) => id}
        empty={<p>{say.noSecrets}</p>}
      />
      {isCreating && (
        <Ask
          title={say.createSecret}
          action={say.createSecret}
          fields={{
            description: text({ label: say.description }),
            key0: secret({ label: say.key0, hint: say.keyHint }),
            key1: secret({ label: say.key1, hint: say.keyHint })
          }}
          initial={{ description: "", key0: "", key1: "" }}
          change={(body) => call("POST /user-tag-secrets", { query: { node_id }, body })}
          onClose={() => setCreating(false)}
        >
          <p>{say.secretWritten}</p>
        </Ask>
      )}
    </Page>
  )
}

/** 128 random bits in hexadecimal. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
