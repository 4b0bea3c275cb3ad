import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, parseHex } from "../../kit/Chip.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { CheckField, TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages/messages.ts"
import { useNodeId } from "../tree.ts"
import { type Guest, nameOf } from "./PayoutState.ts"
import { useTexts } from "./texts.ts"
import { useTagReaders } from "./useTagReaders.ts"

/** Gives a guest another wristband for one that is lost or broken. */
export const SwitchTag = ({ guest, onClose }: { readonly guest: Guest; readonly onClose: () => void }) => {
  const say = useTexts()
  return (
    <Dialog title={say.switchTagOf(nameOf(guest))} onClose={onClose}>
      <p>{say.switchTagHint}</p>
      <SwitchForm guest={guest} onClose={onClose} />
    </Dialog>
  )
}

/** What is entered for the switch, and the switch itself. A chip that is held to a reader is entered by itself. */
const useSwitch = (customer_id: number, onDone: () => void) => {
  const node_id = useNodeId()
  const [entries, setEntries] = useState({ pin: "", chip: "", reason: "", isAgeChecked: false })
  const enter = (more: Partial<typeof entries>) => setEntries((before) => ({ ...before, ...more }))
  const nfc = useTagReaders((text) => enter({ chip: text }))
  const chip = parseHex(entries.chip)
  const submitting = useChange(() =>
    call("POST /customers/:customer_id/switch-tag", {
      params: { customer_id },
      query: { node_id },
      body: {
        new_user_tag_pin: entries.pin.trim(),
        new_user_tag_uid: chip === undefined ? null : asJson(chip),
        comment: entries.reason.trim(),
        confirm_restriction_change: entries.isAgeChecked
      }
    }), onDone)
  return { ...submitting, enter, entries, isMalformed: entries.chip.trim() !== "" && chip === undefined, nfc }
}

/** A part of its own inside the dialog, so that a chip held to a reader comes here. */
const SwitchForm = ({ guest: { id }, onClose }: { readonly guest: Guest; readonly onClose: () => void }) => {
  const say = { ...useMessages(), ...useTexts() }
  const { busy, enter, entries, isMalformed, nfc, refusal, submit } = useSwitch(id, onClose)
  const { chip, isAgeChecked, pin, reason } = entries
  return (
    <Form
      label={say.switchTag}
      refusal={refusal}
      mistakes={isMalformed ? { new_user_tag_uid: say.chipMalformed } : undefined}
      onSubmit={() => isMalformed || void submit()}
    >
      <TextField
        name="new_user_tag_pin"
        label={say.newPin}
        hint={say.newPinHint}
        autoComplete="off"
        autoCapitalize="characters"
        value={pin}
        onChange={(text) => enter({ pin: text })}
      />
      <TextField
        name="new_user_tag_uid"
        label={say.newChip}
        hint={say.newChipHint}
        autoComplete="off"
        autoCapitalize="characters"
        value={chip}
        onChange={(text) => enter({ chip: text })}
      />
      {nfc !== undefined && <Button onClick={nfc}>{say.readNfc}</Button>}
      <TextField
        name="comment"
        label={say.reason}
        hint={say.switchReasonHint}
        autoComplete="off"
        value={reason}
        onChange={(text) => enter({ reason: text })}
      />
      {(refusal?.id === "RestrictionChange" || isAgeChecked) && (
        <CheckField
          name="confirm_restriction_change"
          checked={isAgeChecked}
          onChange={(checked) => enter({ isAgeChecked: checked })}
        >
          {say.confirmAge}
        </CheckField>
      )}
      <div className="row">
        <Button kind="primary" type="submit" busy={busy} disabled={pin.trim() === ""}>{say.switchTag}</Button>
        <Button onClick={onClose}>{say.cancel}</Button>
      </div>
    </Form>
  )
}
