import { Counter, Histogram, Registry } from 'prom-client'

/** Counters of one gateway, in a registry of its own. Labels are names from closed lists, never what a client sent. */
export type GatewayMetrics = {
  countRequest(parameters: { route: string; method: string; status: number; seconds: number }): void
  countUpstreamFailure(networkId: string, reason: string): void
  /** One usage event taken. */
  countEvent(): void
  /** Where the parts beside the gateway put counters of their own. */
  readonly registry: Registry
  /** Prometheus text format, version 0.0.4. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Makes the counters. */
export function createMetrics(): GatewayMetrics {
  const registry = new Registry()
  const requests = new Counter({
    name: 'latchkey_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'latchkey_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const upstreamFailures = new Counter({
    name: 'latchkey_upstream_failures_total',
    help: 'Times a chain node was passed over.',
    labelNames: ['network', 'reason'],
    registers: [registry],
  })

  const events = new Counter({
    name: 'latchkey_usage_events_total',
    help: 'Usage events taken.',
    registers: [registry],
  })

  return {
    registry,
    countRequest(parameters) {
      requests.inc({ route: parameters.route, method: parameters.method, status: parameters.status })
      seconds.observe({ route: parameters.route }, parameters.seconds)
    },
    countEvent: () => events.inc(),
    countUpstreamFailure: (network, reason) => upstreamFailures.inc({ network, reason }),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
