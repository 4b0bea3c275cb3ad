import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser"

declare const imports: { readonly forbidden: Array<IForbiddenRuleType>; readonly options: ICruiseOptions }
export default imports
