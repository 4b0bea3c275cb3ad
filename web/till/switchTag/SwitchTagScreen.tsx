import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { CheckField, TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { NewTag } from "../guest/NewTag.tsx"
import { demoPinOf, TagPin } from "../guest/TagPin.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { missingOf, noSwitch } from "./Switch.ts"

/** Another wristband for a guest whose own is lost or broken. */
export const SwitchTagScreen = () => {
  const say = useMessages()
  const { busy, chip, enter, entries, forget, isDone, refusal, submit } = useSwitch()
  const { isAgeChecked, newPin: pin, oldPin, reason } = entries
  const missing = missingOf(entries, chip)
  const needsAge = refusal?.id === "RestrictionChange"
  return (
    <div className="page stack">
      <h1>{say.taskSwitchTag}</h1>
      {isDone && (
        <Notice kind="good">
          <p>{say.switchDone}</p>
        </Notice>
      )}
      <div className="task">
        <NewTag chip={chip} onForget={forget} />
        <Form label={say.taskSwitchTag} refusal={refusal} onSubmit={() => missing === undefined && void submit()}>
          {refusal?.status === 0 && <p>{say.switchUnknown}</p>}
          <TagPin
            name="new_user_tag_pin"
            label={say.newPin}
            hint={say.tagPinHint}
            value={pin}
            onChange={(text) => enter({ newPin: text, isAgeChecked: false })}
          />
          <TagPin
            name="old_user_tag_pin"
            label={say.oldPin}
            hint={say.oldPinHint}
            value={oldPin}
            onChange={(text) => enter({ oldPin: text })}
          />
          <TextField
            name="comment"
            label={say.switchReason}
            hint={say.switchReasonHint}
            value={reason}
            onChange={(text) => enter({ reason: text })}
          />
          {(needsAge || isAgeChecked) && (
            <CheckField
              name="confirm_restriction_change"
              checked={isAgeChecked}
              onChange={(checked) => enter({ isAgeChecked: checked })}
            >
              {say.confirmAge}
            </CheckField>
          )}
          <Button type="submit" kind="primary" className="large" busy={busy} disabled={missing !== undefined}>
            {say.switchTag}
          </Button>
          {missing !== undefined && <p className="muted">{say[missing]}</p>}
        </Form>
      </div>
    </div>
  )
}

const newPin = (pin: string | undefined) => pin === undefined ? {} : { newPin: pin }

/** What is entered for the switch, and the switch itself. */
const useSwitch = () => {
  const { config } = useSession()
  const [chip, setChip] = useState<Chip>()
  const [entries, setEntries] = useState(noSwitch)
  const [isDone, setDone] = useState(false)
  const enter = (more: Partial<typeof noSwitch>) => {
    setDone(false)
    setEntries((before) => ({ ...before, ...more }))
  }
  useChips((held) => {
    setChip(held)
    enter({ isAgeChecked: false, ...newPin(demoPinOf(config, held)) })
  })
  const { isAgeChecked, newPin: pin, oldPin, reason } = entries
  const { busy, refusal, submit } = useSubmit(
    () =>
      call("POST /customer/switch_tag", {
        body: {
          old_user_tag_pin: oldPin.trim(),
          new_user_tag_pin: pin.trim(),
          new_user_tag_uid: asJson(chip!),
          comment: reason.trim(),
          confirm_restriction_change: isAgeChecked
        }
      }),
    () => {
      setChip(undefined)
      setEntries(noSwitch)
      setDone(true)
    }
  )
  return { busy, chip, enter, entries, forget: () => setChip(undefined), isDone, refusal, submit }
}
