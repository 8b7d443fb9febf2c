import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Counters of one relay. Labels are names from closed lists. */
export type RelayMetrics = {
  countCall(method: string): void
  countRefusedCall(code: number): void
  countRefusedSocket(reason: string): void
  countClosedSocket(code: number): void
  countPublished(messages: number, elapsedMs: number): void
  countDelivered(ageMs: number): void
}

/** Makes the counters in a registry; `read` is asked when the numbers are. */
export function createRelayMetrics(
  registry: Registry,
  read: () => { sockets: number; messages: number; bytes: number },
): RelayMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string, of: (now: ReturnType<typeof read>) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(of(read()))
      },
    })
  gauge('latchkey_relay_sockets', 'Sockets open now.', (now) => now.sockets)
  gauge('latchkey_relay_mailbox_messages', 'Messages kept, as far as this process knows.', (now) => now.messages)
  gauge('latchkey_relay_mailbox_bytes', 'Bytes of the messages kept.', (now) => now.bytes)
  const calls = new Counter({
    name: 'latchkey_relay_calls_total',
    help: 'Calls of clients.',
    labelNames: ['method'],
    registers,
  })
  const refusedCalls = new Counter({
    name: 'latchkey_relay_refused_calls_total',
    help: 'Calls answered with an error.',
    labelNames: ['code'],
    registers,
  })
  const refusedSockets = new Counter({
    name: 'latchkey_relay_refused_sockets_total',
    help: 'Sockets refused.',
    labelNames: ['reason'],
    registers,
  })
  const closedSockets = new Counter({
    name: 'latchkey_relay_closed_sockets_total',
    help: 'Sockets that ended, by close code.',
    labelNames: ['code'],
    registers,
  })
  const published = new Counter({
    name: 'latchkey_relay_messages_published_total',
    help: 'Messages taken.',
    registers,
  })
  const delivered = new Histogram({
    name: 'latchkey_relay_delivery_age_seconds',
    help: 'Messages handed to sockets, by their age: short where readers are there, longer by the lag between processes.',
    buckets: [0.005, 0.02, 0.1, 0.5, 5, 60, 3600],
    registers,
  })
  const seconds = new Histogram({
    name: 'latchkey_relay_publish_seconds',
    help: 'Time until a publish is safe and answered.',
    buckets: [0.001, 0.002, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  return {
    countCall: (method) => calls.inc({ method }),
    countRefusedCall: (code) => refusedCalls.inc({ code }),
    countRefusedSocket: (reason) => refusedSockets.inc({ reason }),
    countClosedSocket: (code) => closedSockets.inc({ code }),
    countPublished(messages, elapsedMs) {
      published.inc(messages)
      seconds.observe(elapsedMs / 1000)
    },
    countDelivered: (ageMs) => delivered.observe(Math.max(0, ageMs) / 1000),
  }
}
