import type { Figure } from '../../support/report.ts';
import type { LoadResult } from '../load.ts';

/** Requests a second of ours beside those of another server, in the same run. */
export const speedFigure = (
  name: string,
  ours: LoadResult,
  peer: LoadResult,
  target: number,
): Figure => ({
  name,
  ours: describe(ours),
  peer: describe(peer),
  ratio: ours.perSecond / peer.perSecond,
  target,
});

const SIZE_TOLERANCE = 0.15;

/** Beside a bare server, which has to have sent answers of the same size. */
export const bareFigure: typeof speedFigure = (name, ours, bare, target) => {
  const ratio = ours.answerBytes / bare.answerBytes;
  if (Math.abs(ratio - 1) > SIZE_TOLERANCE) {
    throw new Error(`${name}: answers of ${ours.answerBytes} bytes beside ${bare.answerBytes}`);
  }
  return speedFigure(name, ours, bare, target);
};

export const describe = ({ perSecond, cpuMicros, p99Micros }: LoadResult): string => {
  const p99 = (p99Micros / 1_000).toFixed(1);
  return `${Math.round(perSecond).toLocaleString('en')}/s, ${Math.round(cpuMicros)} µs, p99 ${p99} ms`;
};

export const kib = (body: Uint8Array): string => `${(body.length / 1_024).toFixed(1)} KiB`;
