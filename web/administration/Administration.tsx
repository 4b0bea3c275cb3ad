import { QueryClientProvider } from "@tanstack/react-query"
import { useAtomValue } from "jotai"
import { lazy, Suspense } from "react"
import { Router } from "wouter"
import { basePath } from "../kit/Base.ts"
import { Placeholder } from "../kit/Loaded.tsx"
import { answers } from "./answers.ts"
import { Frame } from "./frame/Frame.tsx"
import { sessionAtom } from "./session.ts"
import { SignIn } from "./signIn/SignIn.tsx"

const MustEnrol = lazy(async () => ({ default: (await import("./account/MustEnrol.tsx")).MustEnrol }))

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
          : session.user.must_enrol_second_factor
          ? (
            <Suspense>
              <MustEnrol session={session} />
            </Suspense>
          )
          : <Frame key={session.csrfToken} />}
      </Router>
    </QueryClientProvider>
  )
}
