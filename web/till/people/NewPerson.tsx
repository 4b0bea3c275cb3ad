import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { NewTag } from "../guest/NewTag.tsx"
import { demoPinOf, TagPin } from "../guest/TagPin.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { RoleFields } from "./RoleFields.tsx"
import { roleChoices, toggled } from "./Roles.ts"

/** A person who works at tills and signs in with a tag. */
export const NewPerson = ({ onDone }: { readonly onDone: (login: string) => void }) => {
  const say = useMessages()
  const { config, person } = useSession()
  const { busy, chip, chosen, enter, entries, forget, refusal, setChosen, submit } = useNewPerson(onDone)
  const { description, login, name, pin } = entries
  const missing = login.trim() === "" ? say.loginMissing : chip === undefined ? say.newTagMissing : undefined
  const mayGive = person?.privileges.includes("user_management") === true
  return (
    <div className="task">
      <NewTag holder="staff" chip={chip} onForget={forget} />
      <Form label={say.newPerson} refusal={refusal} onSubmit={() => missing === undefined && void submit()}>
        <TextField
          name="login"
          label={say.login}
          value={login}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(text) => enter({ login: text })}
        />
        <TextField
          name="display_name"
          label={say.displayName}
          value={name}
          onChange={(text) => enter({ name: text })}
        />
        <TextField
          name="description"
          label={say.description}
          value={description}
          onChange={(text) => enter({ description: text })}
        />
        <TagPin
          name="user_tag_pin"
          label={say.staffPin}
          hint={say.staffPinHint}
          value={pin}
          onChange={(text) => enter({ pin: text })}
        />
        {mayGive
          ? (
            <RoleFields
              choices={roleChoices(config.available_roles, [])}
              chosen={chosen}
              onToggle={(id) => setChosen(toggled(chosen, id))}
            />
          )
          : <p className="muted">{say.firstRolesElsewhere}</p>}
        <Button type="submit" kind="primary" className="large" busy={busy} disabled={missing !== undefined}>
          {say.createPerson}
        </Button>
        {missing !== undefined && <p className="muted">{missing}</p>}
      </Form>
    </div>
  )
}

/** What is entered of a new person, and their creation. */
const useNewPerson = (onDone: (login: string) => void) => {
  const { config } = useSession()
  const [chip, setChip] = useState<Chip>()
  const [entries, setEntries] = useState({ login: "", name: "", description: "", pin: "" })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const enter = (more: Partial<typeof entries>) => setEntries((before) => ({ ...before, ...more }))
  useChips((held) => {
    setChip(held)
    const pin = demoPinOf(config, held)
    if (pin !== undefined) enter({ pin })
  })
  const { description, login, name, pin } = entries
  const { busy, refusal, submit } = useSubmit(
    () =>
      call("POST /user/create-user", {
        body: {
          login: login.trim(),
          display_name: name.trim(),
          description: description.trim() === "" ? null : description.trim(),
          user_tag_uid: asJson(chip!),
          user_tag_pin: pin.trim() === "" ? null : pin.trim(),
          role_ids: Array.from(chosen)
        }
      }),
    () => onDone(login.trim())
  )
  return { busy, chip, chosen, enter, entries, forget: () => setChip(undefined), refusal, setChosen, submit }
}
