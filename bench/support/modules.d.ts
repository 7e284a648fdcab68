// Installed only when figures are measured; the checks of the repository do without them.
declare module '@fastify/sse';
declare module 'autocannon';
declare module 'better-sse';
declare module 'kysely';
declare module 'postgraphile';
declare module 'postgraphile/adaptors/pg';
declare module 'postgraphile/grafserv/node';
declare module 'postgraphile/presets/amber';
declare module 'bullmq';
declare module 'graphile-worker';
