import { execFileSync } from 'node:child_process';

interface Repository {
  type: 'git';
  url: string;
  directory?: string;
}

/** `git@host:owner/name` and `ssh://git@host/owner/name` name the same place as `https://host/owner/name`. */
const asHttps = (remote: string): string | null => {
  const url = URL.parse(remote.replace(/^git@([^:/]+):/, 'https://$1/').replace(/^ssh:/, 'https:'));
  if (url?.protocol !== 'https:') return null;
  // An address with a password must not reach the registry.
  return `https://${url.host}${url.pathname}`;
};

/**
 * Where the checkout comes from, as the registry compares it with the provenance of a package; null where no remote `origin` says
 * so, as with a private one on a disk.
 */
export const repositoryOf = (checkout: string, folder = '.'): Repository | null => {
  let remote: string;
  try {
    const options = { cwd: checkout, encoding: 'utf8', stdio: 'pipe' } as const;
    remote = execFileSync('git', ['remote', 'get-url', 'origin'], options).trim();
  } catch {
    return null;
  }
  const https = asHttps(remote);
  if (https === null) return null;
  const directory = folder === '.' ? {} : { directory: folder };
  return { type: 'git', url: `git+${https}`, ...directory };
};
