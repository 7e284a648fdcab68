// Loaded into a server before anything else (`node --import`): shifts its wall clock by the offset in a file, which
// it reads at the start and at each SIGUSR2. Durations still follow the monotonic clock, as they do when somebody
// sets the clock of a machine.

import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('offset') ?? '';
const RealDate = Date;
let offsetMs = 0;

const look = (): void => {
  offsetMs = Number(readFileSync(file, 'utf8'));
};
look();
process.on('SIGUSR2', look);

const now = (): number => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, property, receiver) =>
    property === 'now' ? now : Reflect.get(target, property, receiver),
});
