// The terminal API as data: its endpoints with the shapes and refusals of each.
export { TerminalApi } from "../api/terminal/TerminalApi.ts"
