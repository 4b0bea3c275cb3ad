import { tableText } from "@wristbank/core/base/TableText"
import { type FileTag, mostTags, tagsIn, withTaken } from "@wristbank/core/wristband/TagFile"
import { useId, useMemo, useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Form } from "../../kit/Form.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer, useChange, useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { useNodeId } from "../tree.ts"
import { useVariants } from "../variants/variants.ts"
import { TagPreview } from "./TagPreview.tsx"
import { useTexts } from "./texts.ts"

type Secret = OfficeAnswer<"GET /user-tag-secrets">[number]

/** Imports the wristbands of a delivery: file, preview with the mistakes of each line, import. */
export const WristbandImport = () => {
  const say = useTexts()
  const secrets = useAnswer("GET /user-tag-secrets", { query: { node_id: useNodeId() } })
  return (
    <Page>
      <Loaded of={secrets}>
        {(all) =>
          all.length === 0
            ? (
              <Notice kind="attention">
                <p>
                  {say.noKey} <Link href="/guests/wristbands/keys">{say.createKeyFirst}</Link>
                </p>
              </Notice>
            )
            : <ImportForm secrets={all} />}
      </Loaded>
    </Page>
  )
}

/** The file, what is in it, and its import. */
const useImport = (secret_id: number, kind: string) => {
  const node_id = useNodeId()
  const { data: variants } = useList("GET /user-tag-variants", { query: { node_id } })
  const [text, setText] = useState("")
  const [taken, setTaken] = useState<ReadonlyArray<string>>([])
  const [isDone, setDone] = useState(false)
  const [isGuessable, setGuessable] = useState(false)
  const tags = useMemo(() => {
    if (text.trim() === "" || variants === undefined) return undefined
    return withTaken(tagsIn(text, variants.map(({ variant_name }) => variant_name)), taken)
  }, [taken, text, variants])
  const { busy, refusal, submit } = useChange(
    async (all: ReadonlyArray<FileTag>) => {
      const answer = await call("POST /user-tags", {
        query: { node_id },
        body: all.map(({ kinds, pin }) => ({
          pin,
          secret_id,
          ...(kinds === undefined ? { variant_ids: kind === "" ? [] : [Number(kind)] } : { variant_names: kinds })
        }))
      }, { onHeaders: (headers) => setGuessable(headers.has("warning")), timeoutMilliseconds: 120_000 })
      const pins = answer.ok ? undefined : answer.refusal.body["pins"]
      if (Array.isArray(pins)) setTaken(pins.map(String))
      return answer
    },
    () => setDone(true)
  )
  const read = (written: string) => {
    setText(written)
    setTaken([])
  }
  return {
    busy,
    isDone,
    isGuessable,
    refusal,
    submit,
    tags,
    read,
    again: () => {
      read("")
      setDone(false)
    }
  }
}

const Imported = ({ isGuessable, onMore, tags }: {
  readonly tags: ReadonlyArray<FileTag>
  readonly isGuessable: boolean
  readonly onMore: () => void
}) => {
  const say = useTexts()
  const { count } = useFormats()
  return (
    <>
      <Notice kind="good">
        <p>{say.imported(count(tags.length))}</p>
      </Notice>
      {isGuessable && (
        <Notice kind="attention">
          <p>{say.guessable}</p>
        </Notice>
      )}
      <div>
        <Button onClick={onMore}>{say.importMore}</Button>
      </div>
    </>
  )
}

const textIn = async (file: File | undefined): Promise<string> =>
  file === undefined ? "" : tableText(new Uint8Array(await file.arrayBuffer()))

const ImportForm = ({ secrets }: { readonly secrets: ReadonlyArray<Secret> }) => {
  const say = useTexts()
  const { count } = useFormats()
  const id = useId()
  const [secret, setSecret] = useState(String(secrets[0]!.id))
  const [kind, setKind] = useState("")
  const { things = [] } = useVariants()
  const { again, busy, isDone, isGuessable, read, refusal, submit, tags } = useImport(Number(secret), kind)
  const problems = tags?.filter(({ problem }) => problem !== undefined).length ?? 0
  const isReady = tags !== undefined && tags.length > 0 && tags.length <= mostTags && problems === 0
  if (isDone && tags !== undefined) return <Imported tags={tags} isGuessable={isGuessable} onMore={again} />
  return (
    <Form label={say.importAction} refusal={refusal} onSubmit={() => isReady && void submit(tags)}>
      <div className="field">
        <label htmlFor={id}>{say.file}</label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby={`${id}-hint`}
          onChange={async ({ target: { files } }) => read(await textIn(files?.[0]))}
        />
        <span id={`${id}-hint`} className="muted small">{say.fileHint}</span>
      </div>
      <div className="field">
        <label htmlFor={`${id}-typed`}>{say.typed}</label>
        <textarea
          id={`${id}-typed`}
          rows={3}
          spellCheck={false}
          aria-describedby={`${id}-typed-hint`}
          onChange={({ target: { value } }) => read(value)}
        />
        <span id={`${id}-typed-hint`} className="muted small">{say.typedHint}</span>
      </div>
      <div className="list-tools">
        <SelectFilter
          label={say.key}
          value={secret}
          options={secrets.map((one) => [String(one.id), `${say.key}: ${one.description || one.id}`])}
          onChange={setSecret}
        />
        <SelectFilter
          label={say.allKinds}
          value={kind}
          options={[["", say.noKind], ...things.map((one) => [String(one.id), one.name] as const)]}
          onChange={setKind}
        />
      </div>
      {tags !== undefined && <TagPreview tags={tags} problems={problems} />}
      <div>
        <Button kind="primary" type="submit" busy={busy} disabled={!isReady}>
          {say.doImport(count(tags?.length ?? 0))}
        </Button>
      </div>
    </Form>
  )
}
