/** The texts that the comments of groups and calls consist of. */
import type { Comment } from "./SourceComments.ts"

/** Something that lacks words, or has wrong ones, and where it is declared. */
export interface Flaw {
  /** File and line, as `core/src/sale/Sale.ts:43`. */
  readonly place: string
  readonly flaw: string
}

/** Paragraphs, each on one line; items of a list stay on lines of their own. */
export const paragraphsOf = (text: string): ReadonlyArray<string> =>
  text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n(?!- )\s*/g, " ").trim()).filter((one) => one !== "")

/** What the comment of a group says of the group, and after `@name` what it adds to a call of this name. */
const partsOf = ({ text }: Comment): ReadonlyArray<string> => (text ?? "").split(/^(?=@\w+ )/m)

/** The description of a group. */
export const groupText = (comment: Comment): string =>
  paragraphsOf(partsOf(comment).find((part) => !part.startsWith("@")) ?? "").join("\n\n")

/** The longest summary, in characters. */
const longest = 60

/** The summary and the further paragraphs of a call. */
export const callText = (
  { comment, group, groupName, name }: {
    readonly comment: Comment
    /** The comment of its group. */
    readonly group: Comment
    readonly groupName: string
    readonly name: string
  }
) => {
  const items = groupName.replaceAll("-", " ")
  // A function that makes several groups has one comment for all of them: "List the {items} of an event."
  const filled = (comment.text ?? "").replaceAll("{items}", items).replaceAll("{item}", items.replace(/s$/, ""))
  const [summary = "", ...rest] = paragraphsOf(filled)
  const added = partsOf(group).filter((part) => part.startsWith(`@${name} `)).map((part) => part.slice(name.length + 2))
  const description = [...rest, ...added.flatMap(paragraphsOf)]
  return {
    summary: summary.replace(/\.$/, ""),
    description,
    flaws: [
      ...(summary === "" ? ["no comment"] : []),
      ...(summary.length > longest ? [`the summary has ${summary.length} characters, more than ${longest}`] : []),
      ...(summary !== "" && !/^[A-Z].*\.$/.test(summary) ? ["the summary is no sentence"] : []),
      ...(summary !== "" && description.length === 0 ? ["no description after the summary"] : [])
    ]
  }
}
