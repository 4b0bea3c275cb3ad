/** Has the browser save a file. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name.replaceAll(/[\\/:*?"<>|]+/g, "-")
  link.click()
  // The browser has the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
