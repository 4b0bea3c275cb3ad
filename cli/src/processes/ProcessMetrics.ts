/** The metrics of a process as text in the format of Prometheus. */
export interface ProcessMetrics {
  /** The value of the label `process`. */
  readonly process: string
  readonly text: string
}

/** The lines of a metric: first those that describe it, then its values. */
interface Family {
  readonly comments: Array<string>
  readonly samples: Array<string>
}

/**
 * The metrics of several processes as one text. The format wants all lines of a metric together. Each value gets the label
 * `process`: a counter of a process that is replaced begins at 0, and a sum over the processes would fall.
 */
export const together = (given: ReadonlyArray<ProcessMetrics>): string => {
  const families = new Map<string, Family>()
  for (const { process, text } of given) {
    let family: Family = { comments: [], samples: [] }
    let isNew = false
    for (const line of text.split("\n")) {
      const [, kind, name = ""] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (kind !== undefined) {
        const known = families.get(name)
        isNew = known === undefined || (isNew && known === family)
        family = known ?? { comments: [], samples: [] }
        families.set(name, family)
        if (isNew) family.comments.push(line)
      } else if (line !== "") family.samples.push(labelled(line, process))
    }
  }
  return Array.from(families.values(), ({ comments, samples }) => [...comments, ...samples, ""].join("\n")).join("")
}

const labelled = (sample: string, process: string): string => {
  const [, name = "", labels, value = ""] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(sample) ?? []
  const all = [`process="${process}"`, ...labels === undefined || labels === "" ? [] : [labels]]
  return `${name}{${all.join(",")}} ${value}`
}
