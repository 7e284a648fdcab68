import { query } from '../../support/postgres/query.ts';

const PASSWORD = 'abracadabra';

/** A role that may connect to the server of a database; `await using` drops it. */
export const createRole = async (databaseUrl: string, options = '') => {
  const url = new URL(databaseUrl);
  const name = `${url.pathname.slice(1)}_role`;
  await query(databaseUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}' ${options}`);
  return {
    name,
    /** The address of the database for this role. */
    url: Object.assign(url, { username: name, password: PASSWORD }).href,
    async [Symbol.asyncDispose]() {
      await query(databaseUrl, `DROP OWNED BY ${name}; DROP ROLE ${name}`);
    },
  };
};
