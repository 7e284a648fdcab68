/** Processor time in microseconds: of the service, and of PostgreSQL. */
export interface Cost {
  service: number;
  database: number;
}

/** The cost of each kind of work on one engine. */
export interface EngineCosts {
  /** A second of a process that nobody asks anything. */
  idle: Cost;
  /** A turn that commits the commands that have come meanwhile, and a command in it. */
  turn: Cost;
  command: Cost;
  /** An event to one open stream. */
  streamEvent: Cost;
  /** An event to one webhook. */
  delivery: Cost;
  /** A page of 25 orders whose restaurant has changed, and one that has not. */
  page: Cost;
  samePage: Cost;
  /** A look at `/eventos`. */
  feed: Cost;
  /** A turn in which a process hears of what others have committed. */
  processTurn: Cost;
  /** A process under this load. */
  memoryMib: number;
  /** Bytes of an order with its history, and of an event as long as it is kept. */
  disk: { order: number; event: number };
}

/** Commands that come within this time of each other share a turn. */
const TURN_SECONDS = 0.002;

/** Turns a second of a process that gets so many commands a second. */
export const turnsOf = (commands: number): number => commands / (1 + commands * TURN_SECONDS);

export type EngineName = 'sqlite' | 'postgres';

export interface Costs extends Record<EngineName, EngineCosts> {
  /** The run that measured them. */
  measured: { date: string; commit: string; machine: string };
  /** An open stream. */
  streamKib: number;
}
