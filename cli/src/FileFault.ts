/** Words for what the operating system refuses. */
const words: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied"
}

/** Why a file could not be read. */
export const whyUnread = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause ? words[String(cause.code)] ?? cause.message : cause.message
}
