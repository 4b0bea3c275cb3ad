import { Button } from "./Button.tsx"
import { useKitMessages } from "./Messages.ts"
import { Notice } from "./Notice.tsx"
import { useUpdate } from "./ServiceWorker.ts"

/** Offers the new version of the application once there is one. */
export const UpdateNotice = () => {
  const messages = useKitMessages()
  const update = useUpdate()
  return update === undefined ? undefined : (
    <Notice>
      <p>{messages.updateWaits}</p>
      <Button onClick={update}>{messages.updateNow}</Button>
    </Notice>
  )
}
