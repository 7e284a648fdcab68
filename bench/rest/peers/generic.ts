// A generic server that makes an API out of the tables by itself: PostGraphile, as its manual sets it up.

import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const { port, databaseUrl } = JSON.parse(process.argv[2] ?? '') as {
  port: number;
  databaseUrl: string;
};

const service = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: databaseUrl, schemas: ['usual'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
}).createServ(grafserv);
const server = createServer();
await service.addTo(server);
server.listen(port, '127.0.0.1', () => console.log('ready'));
