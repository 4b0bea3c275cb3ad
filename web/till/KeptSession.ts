/** A session as it is kept: what the server said of the terminal, and of the person. */
interface Kept {
  readonly config: object
  readonly person: object | null
}

/** What is kept of a session, so that a page that is loaded without a network shows the till. Secrets are not. */
export const keptSessionText = ({ config, person }: Kept, registration: string): string =>
  JSON.stringify({ registration, config, person }, (name, value: unknown) => name.includes("secret") ? null : value)

/** The session that was kept for this registration. No one knows yet whether it still holds. */
export const keptSession = <Session extends Kept>(
  text: string | null,
  registration: string
): (Session & { readonly isKept: true }) | undefined => {
  try {
    const kept = JSON.parse(text ?? "") as Session & { readonly registration: string }
    const isOne = kept.registration === registration && typeof kept.config === "object" && kept.person !== undefined
    return isOne ? { ...kept, isKept: true } : undefined
  } catch {
    return undefined
  }
}
