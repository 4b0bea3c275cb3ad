import { counter, gauge, histogram, type MetricDefinitions } from "@wristbank/core/base/MetricDefinition"
import { type Context, Effect, Metric } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { performance } from "node:perf_hooks"

const callLabel = "the call, as `api.group.endpoint`"

export const callMetrics = {
  histograms: {
    duration: {
      name: "wristbank_http_call_seconds",
      description: "Time from the decoded route to the answer",
      labels: { call: callLabel },
      /** In seconds. A booking takes milliseconds; its limit is 2 s. */
      boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5]
    }
  },
  counters: {
    answers: {
      name: "wristbank_http_answers",
      description: "Answers by call and status",
      labels: { call: callLabel, status: "status of the answer" }
    }
  },
  gauges: {
    memory: { name: "wristbank_process_resident_bytes", description: "Resident memory of this process", labels: {} },
    cpu: { name: "wristbank_process_cpu_seconds", description: "CPU time this process has used", labels: {} },
    busy: {
      name: "wristbank_process_busy_seconds",
      description: "Time in which the thread of this process that answers calls had work",
      labels: {}
    },
    uptime: { name: "wristbank_process_uptime_seconds", description: "Time since this process started", labels: {} }
  }
} satisfies MetricDefinitions

const { counters, gauges, histograms } = callMetrics

/** Measures a call, named `api.group.endpoint`: its duration in seconds, and its answers by status. */
export const measureCall = <E, R>(
  effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  call: string
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  const measure = callMeter(call)
  return Effect.withFiber((fiber) => {
    const started = performance.now()
    return Effect.map(effect, (response) => {
      measure(response.status, started, fiber.context)
      return response
    })
  })
}

/** Notes the status of each answer to a call, and the time since the call started (`performance.now`). */
export const callMeter = (call: string) => {
  const duration = histogram(histograms.duration, { call })
  const count = answerCounter(call)
  return (status: number, started: number, context: Context.Context<never>) => {
    duration.updateUnsafe((performance.now() - started) / 1000, context)
    count(status, context)
  }
}

/** Counts the answers of a call by status. */
export const answerCounter = (call: string) => {
  const answers = new Map<number, Metric.Counter<number>>()
  return (status: number, context: Context.Context<never>) => {
    let answersOf = answers.get(status)
    if (answersOf === undefined) {
      answersOf = counter(counters.answers, { call, status: String(status) })
      answers.set(status, answersOf)
    }
    answersOf.updateUnsafe(1, context)
  }
}

const memory = gauge(gauges.memory, {})
const cpu = gauge(gauges.cpu, {})
const busy = gauge(gauges.busy, {})
const uptime = gauge(gauges.uptime, {})

const measureProcess = Effect.gen(function*() {
  const { system, user } = process.cpuUsage()
  yield* Metric.update(memory, process.memoryUsage.rss())
  yield* Metric.update(cpu, (user + system) / 1_000_000)
  yield* Metric.update(busy, performance.eventLoopUtilization().active / 1000)
  yield* Metric.update(uptime, process.uptime())
})

const prometheusText = { contentType: "text/plain; version=0.0.4; charset=utf-8" }

/** The metrics of this process in the Prometheus text format. */
export const processMetrics = Effect.andThen(measureProcess, PrometheusMetrics.format())

/** `/metrics` with a text in the Prometheus format. */
export const metricsRoutes = (metrics: Effect.Effect<string>) =>
  HttpRouter.add("GET", "/metrics", Effect.map(metrics, (text) => HttpServerResponse.text(text, prometheusText)))
