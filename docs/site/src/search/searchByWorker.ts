/** Asks the index in its worker, in place of the module of this name that comes with the search (`plugins/search.ts`). */
import {
  fetchIndexesByWorker,
  searchByWorker as search
} from "@easyops-cn/docusaurus-search-local/dist/client/client/theme/searchByWorker.js"
import { queryOf, ranked } from "./ranking"

export { fetchIndexesByWorker }

/** As many results as are put in order. */
const most = 500

export const searchByWorker = async (baseUrl: string, context: string, input: string, limit: number) =>
  ranked(await search(baseUrl, context, queryOf(input), most), input, limit)
