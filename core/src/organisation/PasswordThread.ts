import { hashSync, verifySync } from "@node-rs/argon2"
import { platform, setPriority } from "node:os"

/** A task of a password thread: hash a password, or compare it with a hash. */
export type PasswordTask =
  | { readonly password: string; readonly cost: Parameters<typeof hashSync>[1] }
  | { readonly password: string; readonly hash: string }

// Bookings take precedence on a busy machine. On Linux 0 means this thread; elsewhere it would mean the whole process.
if (platform() === "linux") setPriority(0, 10)

export default (task: PasswordTask): string | boolean =>
  "hash" in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.cost)
