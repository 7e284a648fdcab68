import assert from 'node:assert/strict';
import { bearer } from '../support/service.ts';

/** A whole export as the service sends it, without a client of ours between. */
export const readExport = async (
  { url, key }: { url: string; key: string },
  path: string,
): Promise<Buffer> => {
  const response = await fetch(`${url}/api/exportacion/${path}`, { headers: bearer(key) });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};
