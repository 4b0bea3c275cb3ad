import type { ReactNode } from "react"
import { useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import type { Loading } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { RecordForm, type RecordFormProps } from "./RecordForm.tsx"

interface NewPageProps<Body extends object, T> extends Omit<RecordFormProps<Body, T>, "onDone" | "version"> {
  /** The address of the new thing, or of their list. */
  readonly doneAt: (answer: T) => string
  /** Other ways to make one. */
  readonly actions?: ReactNode
}

/** The page that makes a thing. */
export function NewPage<Body extends object, T>({ actions, doneAt, ...form }: NewPageProps<Body, T>) {
  const [, go] = useLocation()
  return (
    <Page actions={actions}>
      <RecordForm {...form} onDone={(answer) => go(doneAt(answer))} />
    </Page>
  )
}

interface EditPageProps<Body extends object, Stored extends Body & Versioned, T>
  extends Omit<RecordFormProps<Body, T>, "initial" | "label" | "onDone" | "version">
{
  /** The stored thing. */
  readonly of: Loading<Stored>
  readonly nameOf: (stored: Stored) => string
  /** The address of the thing, or of their list. */
  readonly doneAt: (stored: Stored) => string
  readonly actions?: ReactNode
}

interface Versioned {
  readonly version: string
}

/** The page that changes a thing; someone else's change meanwhile is never lost. */
export function EditPage<Body extends object, Stored extends Body & Versioned, T>(
  { actions, doneAt, nameOf, of, ...form }: EditPageProps<Body, Stored, T>
) {
  const [, go] = useLocation()
  return (
    <Page title={of.data && nameOf(of.data)} actions={actions}>
      <Loaded of={of}>
        {(stored) => (
          <RecordForm
            {...form}
            label={nameOf(stored)}
            initial={stored}
            version={stored.version}
            onDone={() => go(doneAt(stored))}
          />
        )}
      </Loaded>
    </Page>
  )
}
