// Loaded into a server before anything else (`node --import`): its time of day is off by what a file
// says, from the signal on that tells to look there. Durations go on by the monotonic clock, as they
// do when somebody sets the clock of a machine.

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
