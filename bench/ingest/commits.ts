import type { BenchServer } from '../support/server.ts';

/** How many commands the service has committed so far, in how many transactions. */
export const readCommits = async ({ privateUrl, headers }: BenchServer) => {
  const text = await (await fetch(`${privateUrl}/metrics`, { headers })).text();
  const metric = (name: string): number => {
    const value = Number(new RegExp(`^comanda_commit_commands_${name} (.+)$`, 'm').exec(text)?.[1]);
    if (!Number.isFinite(value)) throw new Error('there are no metrics of commits');
    return value;
  };
  return { commands: metric('sum'), commits: metric('count') };
};
