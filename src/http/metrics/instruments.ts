import { type Aggregator, Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const QUICK_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

interface GaugeOptions {
  /** Gives the value whenever the metrics are read; without it, the gauge is set by hand. */
  read?: () => number | Promise<number>;
  /** How the values of workers that share a port are combined: `max` where each knows the whole. */
  aggregator?: Aggregator;
}

export type Instruments = ReturnType<typeof makeInstruments>;

export const makeInstruments = (register: Registry) => {
  const registers = [register];
  return {
    /** The `known` values of its one label show from the start, at zero. */
    counter(name: string, help: string, labelNames: string[] = [], known: readonly string[] = []) {
      const counter = new Counter({ name, help, labelNames, registers });
      for (const value of known) counter.labels(value).inc(0);
      return counter;
    },
    gauge: (name: string, help: string, { read, aggregator = 'sum' }: GaugeOptions = {}) =>
      new Gauge({
        name,
        help,
        registers,
        aggregator,
        async collect() {
          if (read !== undefined) this.set(await read());
        },
      }),
    histogram: (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers }),
  };
};
