import { makeLlaves } from '../../../admin/llaves.ts';
import { defineCommand } from '../../command.ts';
import { Failure } from '../../errors.ts';
import { withStore } from '../../store.ts';
import { KEY_ARGUMENT, noSuchKey } from './key.ts';

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  summary: 'end an API key at once and for good',
  argument: KEY_ARGUMENT,
  examples: ['comanda keys revoke llv_01k9m3'],
  run: ({ argument: id }, context) =>
    withStore(context, async (deps) => {
      const { outcome } = await makeLlaves(deps).revoke(id, context.actor);
      if (outcome === 'not_found') throw new Failure(noSuchKey(id));
      context.io.out(`Key ${id} ${outcome === 'revoked' ? 'is' : 'was already'} revoked.`);
    }),
});
