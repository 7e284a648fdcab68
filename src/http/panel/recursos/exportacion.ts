import type { Route } from '../../api/handler.ts';
import { apiHandler } from '../public-api.ts';
import { type PanelRoute, routesFor } from '../route.ts';
import { asSessionRequest } from '../session-key.ts';

export const exportacionRoutes = (apiRoutes: readonly Route[]): PanelRoute[] => {
  const path = '/exportacion/{tabla}';
  const exportTable = apiHandler(apiRoutes, path);
  const route = routesFor('restaurante').get(`/restaurantes/{rid}${path}`, (request) =>
    exportTable(asSessionRequest(request)),
  );
  // Slow, because a workbook is made in full before its first byte goes out.
  return [{ ...route, isSlow: true }];
};
