import { useState } from "react"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { longText } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { Tabs } from "../frame/Tabs.tsx"
import { useNodeId } from "../tree.ts"
import { PortalAddress } from "./PortalAddress.tsx"
import { TestMail } from "./TestMail.tsx"
import { useTexts } from "./texts.ts"
import { type FormProps, TopicForm } from "./TopicForm.tsx"
import { fieldsOfTopic, flat, type FlatTexts, nested, topicNames } from "./topics.ts"
import { type SettingsBody, useSettingsFields } from "./useSettingsFields.ts"

/** The settings of an event, one topic at a time. */
export const SettingsPage = () => {
  const say = useTexts()
  const [wanted] = useAddressValue("topic")
  const [isSaved, setSaved] = useState<string>()
  const settings = useAnswer("GET /tree/events/:node_id/settings", { params: { node_id: useNodeId() } })
  const topic = [...topicNames, "texts" as const].find((one) => one === wanted) ?? "general"
  const tabs = [...topicNames, "texts" as const].map((name) => ({ value: name, name: say.topics[name] }))
  return (
    <Page>
      <Tabs label={say.topic} name="topic" tabs={tabs} />
      {isSaved === topic && (
        <Notice kind="good">
          <p>{say.saved}</p>
        </Notice>
      )}
      <Loaded of={settings} lines={10}>
        {(stored) =>
          topic === "texts"
            ? <TextsForm stored={stored} onDone={() => setSaved(topic)} />
            : (
              <>
                {topic === "portal" && <PortalAddress settings={stored} />}
                <TopicForm
                  key={topic}
                  topic={topic}
                  stored={stored}
                  onDone={() => setSaved(topic)}
                />
              </>
            )}
      </Loaded>
      {topic === "mail" && <TestMail />}
    </Page>
  )
}

const withTexts = (settings: SettingsBody): SettingsBody & FlatTexts => ({
  ...settings,
  ...flat(settings.translation_texts)
})

/** The event's texts for its guests, in each language; all other settings stay as they are. */
const TextsForm = ({ onDone, stored }: FormProps) => {
  const say = useTexts()
  const others = fieldsOfTopic(useSettingsFields(), "texts")
  const params = { node_id: useNodeId() }
  const field = (page: keyof typeof say.textPages, language: keyof typeof say.textLanguages) =>
    longText({ label: `${say.textPages[page]} (${say.textLanguages[language]})`, hint: say.markdown })
  return (
    <RecordForm<SettingsBody & FlatTexts, unknown>
      name="texts"
      label={say.topics.texts}
      fields={{
        ...others,
        "faq de-DE": field("faq", "de-DE"),
        "faq en-US": field("faq", "en-US"),
        "agb de-DE": field("agb", "de-DE"),
        "agb en-US": field("agb", "en-US"),
        "privacypolicy de-DE": field("privacypolicy", "de-DE"),
        "privacypolicy en-US": field("privacypolicy", "en-US")
      }}
      initial={withTexts(stored)}
      version={stored.version}
      bodyOf={withTexts}
      save={({ translation_texts, ...body }, options) =>
        call("POST /tree/events/:node_id/event-settings", {
          params,
          body: { ...body, translation_texts: nested(body, translation_texts) }
        }, options)}
      submit={say.saveTopic(say.topics.texts)}
      onDone={onDone}
    />
  )
}
