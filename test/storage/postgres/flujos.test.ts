import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';

test('processes share the 20 streams of a key, and the streams of a dead process are free again', async () => {
  await using database = await createMigratedDatabase();
  await using one = await openSampleStore(database.url);
  await using two = await openSampleStore(database.url);
  const claim = async (store: typeof one, count: number, llaveId = 'llv_a') =>
    (await store.flujos.claim(new Map([[llaveId, count]]), 20)).get(llaveId);

  assert.equal(await claim(one, 12), 12);
  assert.equal(await claim(two, 5), 5);
  assert.equal(await claim(two, 12), 8, 'the rest of the 20');
  assert.equal(await claim(one, 13), 12);
  assert.equal(await claim(one, 30, 'llv_b'), 20, 'another key has 20 of its own');
  assert.equal(await claim(one, 2), 2);
  assert.equal(await claim(two, 30), 18);
  assert.equal(await claim(one, 0), 0);
  assert.equal(await claim(two, 20), 20);
  assert.equal(await claim(one, 1), 0);

  // Expires all leases, as if their process had died.
  await query(
    database.url,
    `UPDATE connection_leases SET processes = (
       SELECT jsonb_object_agg(key, jsonb_build_array(value -> 0, 1)) FROM jsonb_each(processes))
     WHERE llave_id = 'llv_a'`,
  );
  assert.equal(await claim(one, 20), 20);
  assert.equal(await claim(two, 1), 0);

  const both = await Promise.all(
    [one, two].flatMap((store) => [claim(store, 15, 'llv_c'), claim(store, 15, 'llv_c')]),
  );
  assert.ok(
    both.every((granted) => granted === 15 || granted === 5),
    String(both),
  );
});
