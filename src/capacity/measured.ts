// Written by `npm run bench -- capacity`.

import type { Costs } from './costs.ts';

export const MEASURED: Costs = {
  measured: {
    date: '2026-11-20',
    commit: '0d94fbbf',
    machine: '2 cores of AMD EPYC, 23.5 GiB of memory, linux x64, with other load on it',
  },
  sqlite: {
    idle: { service: 4313.4, database: 0 },
    turn: { service: 410.2, database: 0 },
    command: { service: 64.7, database: 0 },
    streamEvent: { service: 49.9, database: 0 },
    delivery: { service: 472.8, database: 0 },
    page: { service: 420.5, database: 0 },
    samePage: { service: 200.8, database: 0 },
    feed: { service: 538.8, database: 0 },
    processTurn: { service: 0, database: 0 },
    memoryMib: 258,
    disk: { order: 4451, event: 2398 },
  },
  postgres: {
    idle: { service: 26283.3, database: 20720.6 },
    turn: { service: 360, database: 892.1 },
    command: { service: 186.9, database: 134.1 },
    streamEvent: { service: 0, database: 34.9 },
    delivery: { service: 696.5, database: 352.6 },
    page: { service: 1021.2, database: 933 },
    samePage: { service: 762, database: 236.1 },
    feed: { service: 1075.5, database: 0 },
    processTurn: { service: 812.8, database: 451.5 },
    memoryMib: 239,
    disk: { order: 5535, event: 2815 },
  },
  streamKib: 8.3,
};
