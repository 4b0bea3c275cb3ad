import { QueryClientProvider } from "@tanstack/react-query"
import { useAtomValue } from "jotai"
import { Router } from "wouter"
import { basePath } from "../kit/Base.ts"
import { Placeholder } from "../kit/Loaded.tsx"
import { answers } from "./answers.ts"
import { Frame } from "./frame/Frame.tsx"
import { sessionAtom } from "./session.ts"
import { SignIn } from "./signIn/SignIn.tsx"

/** The back office in the browser. */
export const Administration = () => {
  const session = useAtomValue(sessionAtom)
  return (
    <QueryClientProvider client={answers}>
      <Router base={basePath()}>
        {session === "asking"
          ? <Placeholder lines={10} />
          : session === undefined
          ? <SignIn />
          : <Frame key={session.csrfToken} />}
      </Router>
    </QueryClientProvider>
  )
}
