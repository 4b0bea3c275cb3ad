import { english as kit } from "../../kit/messages/english.ts"
import { english as frame } from "../frame/english.ts"
import { english as journal } from "../journal/english.ts"
import { english as readers } from "../readers/english.ts"
import { english as registration } from "../registration/english.ts"
import { english as result } from "../result/english.ts"
import { english as sale } from "../sale/english.ts"
import { english as signIn } from "../signIn/english.ts"

/** Every area has its texts beside its screens; together they are the texts of the till. */
export const english = { ...kit, ...journal, ...readers, ...registration, ...result, ...sale, ...signIn, ...frame }

export type TillMessages = typeof english
