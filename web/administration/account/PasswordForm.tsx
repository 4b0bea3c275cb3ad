import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { useTexts } from "./texts.ts"

const nothing = { old_password: "", new_password: "", repeated: "" }

/** A new password, typed twice. */
export const PasswordForm = () => {
  const say = useTexts()
  const [entries, setEntries] = useState(nothing)
  const [isDone, setDone] = useState(false)
  const [mistakes, setMistakes] = useState({})
  const { old_password, new_password, repeated } = entries
  const { busy, refusal, submit } = useChange(
    () => call("POST /auth/change-password", { body: { old_password, new_password } }),
    () => {
      setEntries(nothing)
      setDone(true)
    }
  )
  const enter = (name: keyof typeof nothing) => (value: string) => {
    setDone(false)
    setEntries({ ...entries, [name]: value })
  }
  const trySubmit = () => {
    const isRepeated = new_password === repeated
    setMistakes(isRepeated ? {} : { repeated: say.notRepeated })
    if (isRepeated) void submit()
  }
  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">{say.changePassword}</h2>
      {isDone && (
        <Notice kind="good">
          <p>{say.passwordChanged}</p>
        </Notice>
      )}
      <Form label={say.changePassword} refusal={refusal} mistakes={mistakes} onSubmit={trySubmit}>
        <div className="entries">
          {([
            ["old_password", say.oldPassword, undefined],
            ["new_password", say.newPassword, say.newPasswordHint],
            ["repeated", say.repeatPassword, undefined]
          ] as const).map(([name, label, hint]) => (
            <TextField
              key={name}
              name={name}
              type="password"
              autoComplete={name === "old_password" ? "current-password" : "new-password"}
              label={label}
              hint={hint}
              value={entries[name]}
              onChange={enter(name)}
            />
          ))}
        </div>
        <div>
          <Button type="submit" kind="primary" busy={busy}>{say.changePassword}</Button>
        </div>
      </Form>
    </section>
  )
}
