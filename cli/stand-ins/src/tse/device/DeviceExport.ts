import { fileNameOf, fileOf } from "@wristbank/core/tse/LogMessage"
import type { ArchivedFile } from "@wristbank/core/tse/TarArchive"
import type { VirtualDevice } from "./DeviceProfile.ts"
import type { DeviceEvent } from "./DeviceState.ts"
import { messageOf } from "./DeviceTransactions.ts"

/** The log of a device as it exports it: description, certificate, and a file for each message (BSI TR-03151). */
export async function* exportOf(
  device: VirtualDevice,
  events: AsyncIterable<DeviceEvent>
): AsyncGenerator<ArchivedFile> {
  yield { name: "info.csv", bytes: new TextEncoder().encode(infoOf(device)) }
  yield { name: `${device.key.serial}_X509.cer`, bytes: device.key.certificate }
  for await (const event of events) {
    if (event.event === "signed") {
      const message = messageOf(device, event)
      // Each message has a counter of its own, so no name occurs twice.
      yield {
        name: fileNameOf(message),
        bytes: fileOf(message, Buffer.from(event.signature, "hex")),
        at: message.logTime
      }
    }
  }
}

const infoOf = ({ description }: VirtualDevice) =>
  `description,manufacturer,version\r\n"${description}","Wristbank, simulated","1"\r\n`
