import { Metric } from "effect"

/** A metric before it has values: what monitoring calls it and what it says. */
export interface MetricDefinition<Label extends string = string> {
  readonly name: string
  readonly description: string
  /** What each label says, by its name. */
  readonly labels: { readonly [L in Label]: string }
}

/** A metric of durations or sizes. */
export interface HistogramDefinition<Label extends string = string> extends MetricDefinition<Label> {
  /** Upper bounds of its buckets. */
  readonly boundaries: ReadonlyArray<number>
}

/** The metrics of a part of the program, by what kind they are. */
export interface MetricDefinitions {
  readonly counters?: Readonly<Record<string, MetricDefinition>>
  readonly gauges?: Readonly<Record<string, MetricDefinition>>
  readonly histograms?: Readonly<Record<string, HistogramDefinition>>
}

type Values<Label extends string> = { readonly [L in Label]: string }

/** Only rises while the process lives. */
export const counter = <Label extends string>(
  { description, name }: MetricDefinition<Label>,
  attributes: Values<Label>
) => Metric.counter(name, { description, incremental: true, attributes })

export const gauge = <Label extends string>(
  { description, name }: MetricDefinition<Label>,
  attributes: Values<Label>
) => Metric.gauge(name, { description, attributes })

export const histogram = <Label extends string>(
  { boundaries, description, name }: HistogramDefinition<Label>,
  attributes: Values<Label>
) => Metric.histogram(name, { description, boundaries, attributes })
