import { openSecretsKeys } from '../../../admin/keys/key-file.ts';
import { ok, warning } from '../../../platform/finding.ts';
import { describeData, refuseMissing, withExistingStore } from '../../store.ts';
import type { Check } from './check.ts';

export const checkDatabase: Check = async (config, { clock }) => {
  await refuseMissing(config);
  const { examineStore } = await import('../../../storage/open.ts');
  const { findings } = await examineStore(config, clock.now);
  return findings;
};

/** Every process has to open what the others have sealed. */
export const checkSecrets: Check = async (config, context) => {
  const { clock, randomBytes } = context;
  const { examineStore, isThere } = await import('../../../storage/open.ts');
  // Opening the store would create or migrate it.
  const isCurrent = isThere(config) && (await examineStore(config, clock.now)).isCurrent;
  if (!isCurrent) return warning('not tried', 'bring the database up to date first');
  return withExistingStore(context, async ({ store }) => {
    const webhook = await store.webhooks.sample();
    if (webhook === null) return ok(`nothing is sealed yet in ${describeData(config)}`);
    const { makeSecretBox, ownerOf } = await import('../../../webhooks/secret-box.ts');
    const keys = await openSecretsKeys(config, store, randomBytes);
    const secretBox = makeSecretBox(keys, randomBytes);
    secretBox.open(webhook.secreto, ownerOf(webhook.restauranteId, webhook.id));
    if (secretBox.isCurrent(webhook.secreto)) return ok('it opens what is sealed');
    return warning('an older key sealed what is stored', 'run comanda secrets rotate');
  });
};
