import { useKitMessages } from "./Messages.ts"

/** The licence of the program, and where its source is, which the AGPL 3.0 (section 13) has it offer to everyone who uses it. */
export const SoftwareNote = ({ sourceUrl }: { readonly sourceUrl: string | null | undefined }) => {
  const say = useKitMessages()
  return (
    <p className="muted small">
      {say.softwareNote} {sourceUrl && <a href={sourceUrl} rel="noreferrer">{say.sourceCode}</a>}
    </p>
  )
}
