/** The public key of the simulated device whose words these are. */
const key =
  "BHIsubPEbwI+o5XAo1asfRMadmdmwlxgaYFAXaTG7JPpiTQ+q/2uEG5ENneZqgu3zE8kar7gE5QRfuaPY7c5BsReMwmdTahDgvEQJLBL4aEYXzQSfrnBB28d83UwGo28kw=="
const parameters =
  `{"SignatureAlgorithm": "ecdsa-plain-SHA384", "TSEDescription": "BSI-K-TR-1337", "CertificateDate": "2029-08-01T23:59:59+00:00"}`

/** The serial number of that device. */
export const serial = "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7"
export const signatureHex = "5a".repeat(96)

const framed = (json: string) => `\u0002${json}\u0003\n`

/** What the vendor's software and a simulated device say to each other, byte for byte. */
export const transcript = {
  setDefaultClientId: {
    request: framed(`{"Command": "SetDefaultClientID", "PingPong": 0, "ClientID": "DummyDefaultClientId"}`),
    answer: framed(`{"Command": "SetDefaultClientID", "Status": "ok", "PingPong": 0}`)
  },
  getDeviceInfo: {
    request: framed(`{"Command": "GetDeviceInfo", "PingPong": 1}`),
    answer: framed(
      `{"Command": "GetDeviceInfo", "Status": "ok", "DeviceInfo": {"SerialNumber": "${serial}", "TimeFormat": "UnixTime"}, "PingPong": 1}`
    )
  },
  getDeviceStatus: {
    request: framed(`{"Command": "GetDeviceStatus", "PingPong": 2}`),
    answer: framed(`{"Command": "GetDeviceStatus", "Status": "ok", "Parameters": ${parameters}, "PingPong": 2}`)
  },
  getPublicKey: {
    request: framed(`{"Command": "GetDeviceData", "PingPong": 3, "Name": "PublicKey", "Format": "Base64"}`),
    answer: framed(
      `{"Command": "GetDeviceData", "Status": "ok", "Name": "PublicKey", "Value": "${key}", "Length": 97, "PingPong": 3}`
    )
  },
  getCertificates: {
    request: framed(`{"Command": "GetDeviceData", "PingPong": 4, "Name": "Certificates", "Format": "Base64"}`),
    answer: framed(
      `{"Command": "GetDeviceData", "Status": "ok", "Name": "Certificates", "Value": "VEhJUyBJUyBBIFZFUlkgTE9ORyBDRVJUSUZJQ0FURSEhISE=", "Length": 35, "PingPong": 4}`
    )
  },
  pingPong: {
    request: framed(`{"Command": "PingPong", "PingPong": 5}`),
    answer: framed(`{"Command": "PingPong", "Status": "ok", "PingPong": 5}`)
  },
  getClients: {
    request: framed(`{"Command": "GetDeviceStatus", "PingPong": 6, "Password": "MTIzNDU="}`),
    answer: framed(
      `{"Command": "GetDeviceStatus", "Status": "ok", "Parameters": ${parameters}, "ClientIDs": ["DN TSEProduction ef82abcedf", "DummyDefaultClientId", "POS001"], "PingPong": 6}`
    )
  },
  register: {
    request: framed(`{"Command": "RegisterClientID", "PingPong": 7, "ClientID": "1000", "Password": "MTIzNDU="}`),
    answer: framed(`{"Command": "RegisterClientID", "Status": "ok", "PingPong": 7}`)
  },
  deregister: {
    request: framed(`{"Command": "DeregisterClientID", "PingPong": 8, "ClientID": "POS001", "Password": "MTIzNDU="}`),
    answer: framed(`{"Command": "DeregisterClientID", "Status": "ok", "PingPong": 8}`)
  },
  start: {
    request: framed(`{"Command": "StartTransaction", "PingPong": 9, "ClientID": "1000", "Password": "MTIzNDU="}`),
    answer: framed(
      `{"Command": "StartTransaction", "Status": "ok", "TransactionNumber": 1, "SerialNumber": "${serial}", "SignatureCounter": 1, "Signature": "${signatureHex}", "LogTime": "2026-11-20T20:07:52+02:00", "PingPong": 9}`
    )
  },
  finish: {
    request: framed(
      `{"Command": "FinishTransaction", "PingPong": 10, "TransactionNumber": 1, "ClientID": "1000", "Typ": "Kassenbeleg-V1", "Data": "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar", "Password": "MTIzNDU="}`
    ),
    answer: framed(
      `{"Command": "FinishTransaction", "Status": "ok", "SignatureCounter": 2, "Signature": "${signatureHex}", "LogTime": "2026-11-20T19:07:52+01:00", "PingPong": 10}`
    )
  }
} as const

/** Refusals of that device. */
export const refusals = [
  framed(`{"Command": "Nope", "Status": "error", "Code": 2, "Desc": "JSON_CODE_COMMAND_UNSUPPORTED", "PingPong": 13}`),
  framed(
    `{"Command": "StartTransaction", "Status": "error", "Code": 19, "Desc": "JSON_CODE_ERROR_CLIENT_NOT_REGISTERED", "PingPong": 7}`
  ),
  framed(
    `{"Command": "RegisterClientID", "Status": "error", "Code": 1337, "Desc": "Client already registered", "PingPong": 6}`
  ),
  framed(
    `{"Command": "DeregisterClientID", "Status": "error", "Code": 5, "Desc": "JSON_CODE_COMMAND_CANNOT_BE_PROCESSED", "PingPong": 10}`
  )
] as const
