import { account } from "./account/screens.ts"
import { cash } from "./cash/screens.ts"
import { fiscal } from "./fiscal/screens.ts"
import { guests } from "./guests/screens.ts"
import { help } from "./help/screens.ts"
import { now } from "./now/screens.ts"
import { payouts } from "./payouts/screens.ts"
import { people } from "./people/screens.ts"
import { reports } from "./reports/screens.ts"
import type { Task } from "./Screen.ts"
import { sell } from "./sell/screens.ts"
import { setup } from "./setup/screens.ts"

/** The tasks of the back office, in the order of the menu. */
export const tasks: ReadonlyArray<Task> = [now, reports, sell, guests, cash, payouts, fiscal, people, setup]

/** What every task needs beside it: not in the menu, but with addresses as the screens of tasks have. */
export const besideTasks: ReadonlyArray<Task> = [account, help]
