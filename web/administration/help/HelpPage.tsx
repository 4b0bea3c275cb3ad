import { useQuery } from "@tanstack/react-query"
import { useAtomValue } from "jotai"
import { useParams } from "wouter"
import { languageAtom } from "../../kit/Language.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Markdown } from "../../kit/Markdown.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import { useTaskList } from "../TaskList.ts"

/** The pages by topic and language; each is loaded when it is opened. */
const pages = import.meta.glob<string>("./*.md", { query: "?raw", import: "default" })

/** How a task is meant, for the people who do it. */
export const HelpPage = () => {
  const { topic } = useParams<{ readonly topic: string }>()
  const language = useAtomValue(languageAtom)
  const load = pages[`./${topic}.${language}.md`]
  const task = useTaskList().tasks.find(({ name }) => name === topic)
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ["help", topic, language],
    queryFn: () => load?.() ?? "",
    staleTime: Number.POSITIVE_INFINITY
  })
  if (load === undefined || task === undefined) return <NotFound />
  const page = { data, at: dataUpdatedAt, refusal: undefined, loading: false, load: () => void refetch() }
  return (
    <Page title={task.title[language]}>
      <Loaded of={page} lines={10}>{(text) => <Markdown text={text} />}</Loaded>
    </Page>
  )
}
