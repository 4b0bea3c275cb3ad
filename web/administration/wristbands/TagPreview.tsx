import { type FileTag, mostTags, type Problem } from "@wristbank/core/wristband/TagFile"
import { useFormats } from "../../kit/EventFormats.ts"
import { Notice } from "../../kit/Notice.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useVariantName } from "../variants/variants.ts"
import type { WristbandTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

/** All lines of a file, those with a mistake first. */
export const TagPreview = ({ problems, tags }: {
  readonly tags: ReadonlyArray<FileTag>
  readonly problems: number
}) => {
  const say = useTexts()
  const { count } = useFormats()
  const nameOf = useVariantName()
  const columns: ReadonlyArray<Column<FileTag>> = [
    { key: "pin", title: say.pin, of: ({ pin }) => pin },
    { key: "line", title: say.line, kind: "count", of: ({ line }) => line },
    { key: "kind", title: say.kind, of: ({ kinds }) => kinds?.map(nameOf).join(", ") },
    { key: "problem", title: say.problem, of: ({ problem }) => problem && wordsOf(problem, say) }
  ]
  const words = tags.length === 0
    ? say.emptyFile
    : tags.length > mostTags
    ? say.tooMany
    : problems > 0
    ? say.withProblems(problems)
    : say.fine(count(tags.length))
  const isFine = problems === 0 && tags.length > 0 && tags.length <= mostTags
  const wrongFirst = tags.toSorted((one, other) =>
    Number(one.problem === undefined) - Number(other.problem === undefined)
  )
  return (
    <section className="stack-close">
      <h2>{say.preview}</h2>
      <Notice kind={isFine ? "good" : "attention"}>
        <p>{words}</p>
      </Notice>
      {tags.length > 0 && <Table label={say.preview} rows={wrongFirst} columns={columns} keyOf={({ line }) => line} />}
    </section>
  )
}

const wordsOf = (problem: Problem, say: WristbandTexts): string =>
  typeof problem === "string" ? say.problems[problem] : say.repeats(problem.sameAs)
