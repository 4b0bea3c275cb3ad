// Checks the subjects of commits: an area, and what behaves differently.
import { spawnSync } from "node:child_process"

/** Commits from this one on are checked. */
const since = "01dedfa6"

/** Subjects without an area such as "payout: ", or that a list of commits cuts off. */
export const wrongSubjects = (subjects) =>
  subjects.filter((subject) => subject.length > 72 || !/^[a-z0-9][a-z0-9 /-]*: \S/.test(subject))

/** The subjects since then; none where the history is not there, as in an archive or a shallow clone. */
export const subjectsIn = (root) => {
  const { status, stdout } = spawnSync("git", ["log", "--no-merges", "--format=%s", `${since}..HEAD`], {
    cwd: root,
    encoding: "utf8"
  })
  return status === 0 ? stdout.split("\n").filter((subject) => subject !== "") : []
}
