/** What the published terminal app reads from a QR code: where its API is, and the code, as JSON in base64. */
export const appTextOf = (terminalApi: string, code: string): string =>
  btoa(JSON.stringify({ core_url: terminalApi, registration_uuid: code }))
