export * from './command.ts';
export * from './errors.ts';
export * from './io.ts';
export * from './progress.ts';
export * from './readers.ts';
export * from './run.ts';
export * from './signals.ts';
export * from './text.ts';
