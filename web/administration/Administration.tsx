import { QueryClientProvider } from "@tanstack/react-query"
import { useAtomValue } from "jotai"
import { Router } from "wouter"
import { basePath } from "../kit/Base.ts"
import { answers } from "./answers.ts"
import { Frame } from "./frame/Frame.tsx"
import { tokenAtom } from "./session.ts"
import { SignIn } from "./signIn/SignIn.tsx"

/** The back office in the browser. */
export const Administration = () => {
  const isSignedIn = useAtomValue(tokenAtom) !== undefined
  return (
    <QueryClientProvider client={answers}>
      <Router base={basePath()}>{isSignedIn ? <Frame /> : <SignIn />}</Router>
    </QueryClientProvider>
  )
}
