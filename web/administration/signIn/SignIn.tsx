import { useAtomValue } from "jotai"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ColoursChoice, LanguageChoice } from "../../kit/Preferences.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { asWebApplication, call, type OfficeAnswer } from "../calls.ts"
import { useMessages } from "../messages/messages.ts"
import { endedAtom, enter } from "../session.ts"

type Choice = NonNullable<OfficeAnswer<"POST /auth/web-login">["available_nodes"]>[number]

/** The sign-in with name and password. Someone with the same name at several nodes chooses one of them. */
export const SignIn = () => {
  const say = useMessages()
  const ended = useAtomValue(endedAtom)
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  const [nodes, setNodes] = useState<ReadonlyArray<Choice>>([])
  const { busy, refusal, submit } = useSubmit(
    (node_id: number | null) =>
      call("POST /auth/web-login", { body: { username, password, node_id } }, asWebApplication),
    ({ available_nodes, success }) => {
      if (success !== null) enter({ user: success.user, csrfToken: success.csrf_token })
      else setNodes(available_nodes ?? [])
    }
  )
  return (
    <main className="sign-in stack">
      <h1>{say.signInTitle}</h1>
      {ended && (
        <Notice>
          <p>{say.refusedSignedOut}</p>
        </Notice>
      )}
      <Form label={say.signInTitle} refusal={refusal} onSubmit={() => submit(null)}>
        <TextField
          name="username"
          label={say.login}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          value={username}
          onChange={setUsername}
        />
        <TextField
          name="password"
          type="password"
          label={say.password}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {nodes.length === 0
          ? <Button kind="primary" type="submit" busy={busy}>{say.signIn}</Button>
          : <NodeChoice nodes={nodes} busy={busy} onChoose={submit} />}
      </Form>
      <div className="preferences">
        <LanguageChoice />
        <ColoursChoice />
      </div>
    </main>
  )
}

const NodeChoice = ({ busy, nodes, onChoose }: {
  readonly nodes: ReadonlyArray<Choice>
  readonly busy: boolean
  readonly onChoose: (node: number) => void
}) => (
  <fieldset className="field options">
    <legend>{useMessages().whichNode}</legend>
    {nodes.map(({ description, name, node_id }) => (
      <Button key={node_id} busy={busy} onClick={() => onChoose(node_id)}>
        {description === "" ? name : `${name}: ${description}`}
      </Button>
    ))}
  </fieldset>
)
