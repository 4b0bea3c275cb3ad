/** Reasons for error codes of the operating system. */
const words: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied"
}

/** The reason why a file could not be read. */
export const whyUnread = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause ? words[String(cause.code)] ?? cause.message : cause.message
}
