// Installed only when figures are measured; the checks of the repository do without them.
declare module 'better-sse';
declare module 'kysely';
declare module 'bullmq';
declare module 'graphile-worker';
