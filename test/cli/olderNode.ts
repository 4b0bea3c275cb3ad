// Makes the launcher believe that it runs on an older Node. It then starts a newer one, which sees its own version.
if (!process.connected) {
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
}
