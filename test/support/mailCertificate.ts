/** A certificate of `localhost` that only the tests trust, valid from 2020 to 2120, and its key, which protects nothing. */
export const certificate = `
-----BEGIN CERTIFICATE-----
MIIBZDCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA//Bc141qrLLN/w
dSFBwpN61MeeST23KZjn88h1lkHuMbUlKG+qXSQN++QPF4hCIluewsMfS2mqKPOm
dIsBwIWjSzBJMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAMBgNVHRMEBTAD
AQH/MB0GA1UdDgQWBBRYOEEVoPPnCQ9i4xlB3yMOVr86TjAKBggqhkjOPQQDAgNI
ADBFAiBUsY0Tt4tErtrLIWAItO703gkUIHtj8gFJxFugTmrsDwIhAMQOTRH6YQIQ
K+KXDuDKOvo/u83urllWzAqeZqwDIhcP
-----END CERTIFICATE-----
`

/** The key of `certificate`. */
export const certificateKey = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNVRst3YfqQXWUUgi
JuVHXv6l72lsgHbHg0n3EehE+M2hRANCAAQP/wXNeNaqyyzf8HUhQcKTetTHnkk9
tymY5/PIdZZB7jG1JShvql0kDfvkDxeIQiJbnsLDH0tpqijzpnSLAcCF
-----END PRIVATE KEY-----
`
