import { extractText, getDocumentProxy } from "unpdf"

/** A PDF as its reader finds it. */
export interface OpenedPdf {
  /** The text of each page. */
  readonly pages: ReadonlyArray<string>
  readonly title: string
  readonly language: string
  /** The content of the files inside, by name. */
  readonly files: { readonly [name: string]: string }
}

/** Opens a PDF. */
export const openPdf = async (pdf: Uint8Array): Promise<OpenedPdf> => {
  const document = await getDocumentProxy(Uint8Array.from(pdf))
  const { text } = await extractText(document)
  const { info } = await document.getMetadata()
  const files = await Promise.all(
    Array.from((await document.getAttachments()) ?? [], async ([id, { filename }]) => {
      const content = await document.getAttachmentContent(id)
      return [filename, new TextDecoder().decode(content ?? undefined)] as const
    })
  )
  return {
    pages: text,
    title: String(Reflect.get(info, "Title")),
    language: String(Reflect.get(info, "Language")),
    files: Object.fromEntries(files)
  }
}
