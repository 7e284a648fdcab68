// Installed only where figures are measured; the checks of the repository do without its types.
declare module 'better-sse';
declare module 'kysely';
declare module 'bullmq';
declare module 'graphile-worker';
