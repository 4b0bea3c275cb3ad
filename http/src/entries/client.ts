// HTTP clients that read chip numbers of 64 bits exactly.
export { exactNumbers, layer } from "../client/ExactClient.ts"
