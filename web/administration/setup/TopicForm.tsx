import { call, type OfficeAnswer } from "../calls.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { fieldsOfTopic, type Topic } from "./topics.ts"
import { useSettingsFields } from "./useSettingsFields.ts"

export type Settings = OfficeAnswer<"GET /tree/events/:node_id/settings">

export interface FormProps {
  readonly stored: Settings
  readonly onDone: () => void
}

/** The settings of one topic; all others stay as they are. */
export const TopicForm = ({ onDone, stored, topic }: FormProps & { readonly topic: Topic }) => {
  const say = useTexts()
  const fields = useSettingsFields()
  const params = { node_id: useNodeId() }
  return (
    <RecordForm
      name={topic}
      label={say.topics[topic]}
      fields={fieldsOfTopic(fields, topic)}
      initial={stored}
      version={stored.version}
      save={(body, options) => call("POST /tree/events/:node_id/event-settings", { params, body }, options)}
      submit={say.saveTopic(say.topics[topic])}
      onDone={onDone}
    />
  )
}
