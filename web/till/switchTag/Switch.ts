import type { Chip } from "../../kit/Chip.ts"

/** What is typed for the switch of a wristband. */
export interface SwitchEntries {
  readonly oldPin: string
  readonly newPin: string
  readonly reason: string
  /** Whether the person has checked that the new wristband is right for the guest's age. */
  readonly isAgeChecked: boolean
}

export const noSwitch: SwitchEntries = { oldPin: "", newPin: "", reason: "", isAgeChecked: false }

/** The text that says what is still to be done; `undefined` if the wristband can be switched. */
export const missingOf = (
  { newPin, oldPin, reason }: SwitchEntries,
  chip: Chip | undefined
): "newTagMissing" | "oldPinMissing" | "pinMissing" | "reasonMissing" | "samePin" | undefined => {
  if (oldPin.trim() === "") return "oldPinMissing"
  if (chip === undefined) return "newTagMissing"
  if (newPin.trim() === "") return "pinMissing"
  if (newPin.trim() === oldPin.trim()) return "samePin"
  return reason.trim() === "" ? "reasonMissing" : undefined
}
