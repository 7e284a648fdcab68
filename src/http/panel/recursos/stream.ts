import type { Route } from '../../api/handler.ts';
import type { Answer } from '../../wire/answer.ts';
import { apiHandler } from '../public-api.ts';
import { type PanelRoute, routesFor } from '../route.ts';
import { asSessionRequest } from '../session-key.ts';

export const streamRoutes = (apiRoutes: readonly Route[]): PanelRoute[] => {
  const listen = apiHandler(apiRoutes, '/stream');
  return [
    routesFor('restaurante').get('/restaurantes/{rid}/stream', async (request) =>
      withoutStoring(await listen(asSessionRequest(request))),
    ),
  ];
};

/** The public answer may be stored and revalidated; a person's may not be stored at all. */
export const withoutStoring = (answer: Answer): Answer => ({
  ...answer,
  headers: answer.headers.map((each) => each.replace('no-cache', 'no-store')),
});
