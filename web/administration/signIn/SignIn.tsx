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

const nothing = { username: "", password: "", code: "" }

/** Tries what is typed; asks for more where it does not decide who someone is. */
const useSignIn = (typed: typeof nothing) => {
  const [nodes, setNodes] = useState<ReadonlyArray<Choice>>([])
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, refusal, submit } = useSubmit(
    async (node_id: number | null) => {
      const body = { ...typed, node_id, code: typed.code === "" ? null : typed.code }
      const answer = await call("POST /auth/web-login", { body }, asWebApplication)
      if (!answer.ok && answer.refusal.rule === "organisation.code_needed") setNeedsCode(true)
      return answer
    },
    ({ available_nodes, success }) => {
      if (success !== null) enter({ user: success.user, csrfToken: success.csrf_token })
      else setNodes(available_nodes ?? [])
    }
  )
  return { busy, needsCode, nodes, refusal, submit }
}

/** The sign-in with name and password. Someone with the same name at several nodes chooses one of them. */
export const SignIn = () => {
  const say = useMessages()
  const ended = useAtomValue(endedAtom)
  const [typed, setTyped] = useState(nothing)
  const { busy, needsCode, nodes, refusal, submit } = useSignIn(typed)
  const entry = (name: keyof typeof nothing) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value })
  })
  return (
    <main className="sign-in stack">
      <h1>{say.signInTitle}</h1>
      {ended && (
        <Notice>
          <p>{say.refusedSignedOut}</p>
        </Notice>
      )}
      <Form label={say.signInTitle} refusal={refusal} onSubmit={() => submit(null)}>
        <TextField {...entry("username")} label={say.login} autoComplete="username" autoCapitalize="none" autoFocus />
        <TextField {...entry("password")} type="password" label={say.password} autoComplete="current-password" />
        {needsCode && (
          <TextField {...entry("code")} label={say.code} hint={say.codeHint} autoComplete="one-time-code" autoFocus />
        )}
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
