import type { FastifyPluginAsync } from 'fastify';
import type { PanelDeps } from './deps.ts';
import { makePanelFiles } from './files.ts';
import { makePanelApi } from './plugin.ts';

export const makePanel = (deps: PanelDeps): FastifyPluginAsync => {
  const parts = [makePanelApi(deps), makePanelFiles(deps)];
  return async (app) => {
    for (const part of parts) await app.register(part);
  };
};
