declare module "@easyops-cn/docusaurus-search-local/dist/client/client/theme/searchByWorker.js" {
  import type { Found } from "./ranking"

  export const fetchIndexesByWorker: (baseUrl: string, context: string) => Promise<void>
  export const searchByWorker: (
    baseUrl: string,
    context: string,
    input: string,
    limit: number
  ) => Promise<ReadonlyArray<Found>>
}
