import { type ChangeEvent, useId, useState } from "react"
import { Button } from "../../../kit/Button.tsx"
import { describedBy, Remarks } from "../../../kit/Field.tsx"
import { useMistake } from "../../../kit/Form.tsx"
import { Refused } from "../../../kit/Refused.tsx"
import { useSubmit } from "../../../kit/Submit.ts"
import { call } from "../../calls.ts"
import type { EntryProps } from "../../form/Entry.tsx"
import { base64Of } from "../../form/File.ts"
import { useNodeId } from "../../tree.ts"
import { useTexts } from "../texts.ts"
import { ButtonPicture } from "./ButtonTile.tsx"
import { scaled } from "./scaled.ts"

/** The picture of a button: chosen, made small, uploaded and shown. The entry is its hash. */
export const PictureEntry = ({ draft, field: { hint, label }, name, onChange }: EntryProps) => {
  const say = useTexts()
  const id = useId()
  const mistake = useMistake(name)
  const node_id = useNodeId()
  const [isUnread, setUnread] = useState(false)
  const [isScaling, setScaling] = useState(false)
  const { busy, refusal, submit } = useSubmit(
    async (picture: Blob) =>
      call("POST /till-button-pictures", { query: { node_id }, body: { data: await base64Of(picture) } }),
    ({ hash }) => onChange(hash)
  )
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ""
    if (file === undefined) return
    setScaling(true)
    const picture = await scaled(file)
    setScaling(false)
    setUnread(picture === undefined)
    if (picture !== undefined) await submit(picture)
  }
  const problem = isUnread ? say.pictureUnread : mistake
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {draft !== "" && (
        <div className="row">
          <ButtonPicture hash={String(draft)} />
          <Button onClick={() => onChange("")}>{say.removePicture}</Button>
        </div>
      )}
      <input
        id={id}
        name={name}
        type="file"
        accept="image/*"
        disabled={busy || isScaling}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={describedBy(id, hint, problem)}
        onChange={(event) => void choose(event)}
      />
      <Remarks id={id} hint={hint} mistake={problem} />
    </div>
  )
}
