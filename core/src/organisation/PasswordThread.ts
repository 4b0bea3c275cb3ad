import { hashSync, verifySync } from "@node-rs/argon2"
import { platform, setPriority } from "node:os"

/** What a thread for passwords is asked: the hash of a password, or whether a password has a hash. */
export type PasswordTask =
  | { readonly password: string; readonly cost: Parameters<typeof hashSync>[1] }
  | { readonly password: string; readonly hash: string }

// Bookings come first on a machine without time left over. On Linux 0 names this thread, elsewhere the whole process.
if (platform() === "linux") setPriority(0, 10)

export default (task: PasswordTask): string | boolean =>
  "hash" in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.cost)
