import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { call, type OfficeBody } from "../calls.ts"
import { saveFile } from "../download.ts"
import { Ask } from "../form/Ask.tsx"
import { flag, references } from "../form/Field.ts"
import { useNodeId } from "../tree.ts"
import { useVariants } from "../variants/variants.ts"
import { useTexts } from "./texts.ts"

const initial: Required<OfficeBody<"POST /user-tags/csv-export">> = { exclude_activated: true, variant_ids: [] }

/** The PINs and kinds of wristbands as a file in the form that the import reads. */
export const SupplierList = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const { things } = useVariants()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say.pinsAsFile}</Button>
      {isOpen && (
        <Ask
          title={say.pinsAsFile}
          action={say.saveFile}
          fields={{
            exclude_activated: flag({ label: say.onlyFree, hint: say.onlyFreeHint }),
            variant_ids: references({ label: say.onlyKinds, hint: say.onlyKindsHint }, things)
          }}
          initial={initial}
          change={(body) =>
            call("POST /user-tags/csv-export", { query: { node_id }, body }, { timeoutMilliseconds: 120_000 })}
          onClose={() => setOpen(false)}
          onDone={(csv) => {
            saveFile(new Blob([String(csv)], { type: "text/csv;charset=utf-8" }), `${say.wristbands}.csv`)
            setOpen(false)
          }}
        >
          <p>{say.pinsAsFileHint}</p>
        </Ask>
      )}
    </>
  )
}
