import { Download, Printer } from "lucide-react"
import type { ReactNode } from "react"
import { Button, type ButtonProps } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import type { Loading } from "../answers.ts"
import { saveFile } from "../download.ts"
import { Page } from "../frame/Page.tsx"
import { AsOf } from "../list/AsOf.tsx"
import { type Sheet, SheetView } from "./SheetView.tsx"
import { useTexts } from "./texts.ts"

type Format = "pdf" | "csv" | "json"

interface ReportFrameProps {
  readonly sheet: Loading<Sheet>
  /** Asks for the report as a file. */
  readonly read: (format: Format) => Promise<Answer<unknown>>
  /** The name of the files, without their ending. */
  readonly name: string
  /** Choices of the report besides the moment. */
  readonly choices?: ReactNode
  /** The choice of places that the report is about. */
  readonly places?: ReactNode
  /** A link or button for what belongs to the report. */
  readonly also?: ReactNode
}

/** A screen with a report: its choices, what it shows, and the same on paper and as files. */
export const ReportFrame = ({ also, choices, name, places, read, sheet }: ReportFrameProps) => {
  const say = useTexts()
  return (
    <Page
      actions={
        <>
          {(["pdf", "csv", "json"] as const).map((format) => (
            <Save
              key={format}
              kind={format === "pdf" ? "primary" : "usual"}
              label={say[format]}
              name={`${name}.${format}`}
              read={() => read(format)}
            />
          ))}
          <Button onClick={() => print()} disabled={sheet.data === undefined}>
            <Printer className="icon" aria-hidden />
            {say.print}
          </Button>
        </>
      }
    >
      <div className="list-tools choices moment-choices no-print">
        {choices}
        <AsOf />
        {also}
      </div>
      {places}
      <Loaded of={sheet} lines={12}>
        {(data) => <SheetView of={data} />}
      </Loaded>
    </Page>
  )
}

interface SaveProps extends Pick<ButtonProps, "kind"> {
  readonly label: string
  readonly name: string
  readonly read: () => Promise<Answer<unknown>>
}

/** Saves a report as a file. */
export const Save = ({ kind, label, name, read }: SaveProps) => {
  const { busy, refusal, submit } = useSubmit(
    read,
    (file: unknown) => saveFile(file instanceof Blob ? file : new Blob([JSON.stringify(file)]), name)
  )
  return (
    <>
      <Button kind={kind ?? "usual"} busy={busy} onClick={() => void submit()}>
        <Download className="icon" aria-hidden />
        {label}
      </Button>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </>
  )
}
