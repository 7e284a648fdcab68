import { EXIT, Failure, makeCommand, plural, withExitCode } from '@comanda/command-line';
import { auditEntry } from '../../admin/audit.ts';
import { makeCuentas } from '../../admin/cuentas.ts';
import { openSecretsKeys } from '../../admin/keys/key-file.ts';
import type { EnvioStore } from '../../storage/port/deliveries/envios.ts';
import type { MailStore } from '../../storage/port/notices/mail.ts';
import type { FactorStore } from '../../storage/port/panel/factores.ts';
import type { Webhook } from '../../storage/port/webhooks.ts';
import type { SecretBox } from '../../webhooks/secret-box.ts';
import type { Context } from '../command.ts';
import { withExistingStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const secretsRotate = (context: Context) =>
  makeCommand('rotate', 'encrypt the stored secrets with the first key of SECRETS_KEY', {
    notes: [
      'Run it with SECRETS_KEY=new,old, as every process of the service runs by then; deliveries go on meanwhile.',
      'docs/operating.md has the steps before and after it. If it is interrupted, run it again.',
      'With --replace-lost it prints a line of JSON for each new secret: pass it on to the receiver.',
    ],
    examples: [
      'SECRETS_KEY=$NEW,$OLD comanda secrets rotate',
      'SECRETS_KEY=$NEW comanda secrets rotate --replace-lost',
    ],
  })
    .option('--replace-lost', 'give webhooks whose secret no key opens a new one')
    .option('--yes', 'skip the confirmation, which only a terminal asks for')
    .option('--json', 'print one line of JSON: recifrados, vigentes, sustituidos, perdidos')
    .action(
      withExitCode(context, (options) =>
        withExistingStore(context, async (deps) => {
          const { io, clock, actor, randomBytes } = context;
          const question =
            'Replace the signing secrets that no key opens? Receivers need the new ones.';
          if (options.replaceLost && !options.yes && (await io.confirm(question)) === false) {
            throw new Failure('nothing was changed');
          }
          const { makeSecretBox } = await import('../../webhooks/secret-box.ts');
          const { makeReseal } = await import('../../webhooks/reseal.ts');
          const keys = await openSecretsKeys(context.config(), deps.store, randomBytes);
          const { webhooks } = deps.store;
          const secretBox = makeSecretBox(keys, randomBytes);
          const { reseal, replace } = makeReseal({ webhooks, secretBox, randomBytes });
          const counts = { resealed: 0, current: 0, gone: 0, replaced: 0, lost: 0 };
          const replaceLost = async (webhook: Webhook) => {
            const { restauranteId: restaurante_id, id, url } = webhook;
            const secreto_firma = await replace(
              webhook,
              auditEntry('webhook.secreto_rotado', webhook, {
                actor,
                momentoMs: clock.now(),
                detalle: {},
              }),
            );
            io.out(JSON.stringify({ restaurante_id, id, url, secreto_firma }));
          };
          for await (const cuenta of makeCuentas(deps).list()) {
            for (const webhook of await webhooks.list(cuenta.id)) {
              const outcome = await reseal(webhook);
              const isReplaced = outcome === 'lost' && options.replaceLost === true;
              if (isReplaced) await replaceLost(webhook);
              counts[isReplaced ? 'replaced' : outcome] += 1;
            }
          }
          await resealFactors(deps.store.factores, secretBox);
          await resealDeliveries(deps.store.envios, secretBox);
          await resealMails(deps.store.mails, secretBox);
          const { resealed, current, replaced, lost } = counts;
          const record = {
            recifrados: resealed,
            vigentes: current,
            sustituidos: replaced,
            perdidos: lost,
          };
          const sentence = `Encrypted the secrets of ${plural(resealed, 'webhook')} anew; ${current} had the key already, ${replaced} got a new secret.`;
          printOutcome(io, options.json, record, sentence);
          if (lost === 0) return EXIT.ok;
          throw new Failure(
            `no key opens the secrets of ${plural(lost, 'webhook')}: add the key to SECRETS_KEY, or give --replace-lost`,
          );
        }),
      ),
    );

/** The secrets of people's code apps. One that no key opens stays, until its user is given "users reset-factors". */
const resealFactors = async (
  factores: Pick<FactorStore, 'sealed' | 'reseal'>,
  secretBox: SecretBox,
): Promise<void> => {
  for (const { usuarioId, totp } of await factores.sealed()) {
    const anew = sealAnew(totp, usuarioId, secretBox);
    if (anew !== null) await factores.reseal(usuarioId, totp, anew);
  }
};

const MAILS_TOGETHER = 50;

/** Messages that wait to be sent. One that no key opens is given up by the process that comes to send it. */
const resealMails = async (mails: MailStore, secretBox: SecretBox): Promise<void> => {
  for (let afterId = ''; ; ) {
    const queued = await mails.sealed(afterId, MAILS_TOGETHER);
    for (const { id, sealed } of queued) {
      const anew = sealAnew(sealed, id, secretBox);
      if (anew !== null) await mails.reseal(id, anew);
      afterId = id;
    }
    if (queued.length < MAILS_TOGETHER) return;
  }
};

/** Null where nothing is to be done, or nothing can be: no key opens it. */
const sealAnew = (sealed: Uint8Array, owner: string, secretBox: SecretBox): Uint8Array | null => {
  if (secretBox.isCurrent(sealed)) return null;
  try {
    return secretBox.seal(secretBox.open(sealed, owner), owner);
  } catch (error) {
    if ((error as Error).name === 'SecretBoxError') return null;
    throw error;
  }
};

/** The secrets of destinations. One that no key opens stays: its deliveries fail, and say so. */
const resealDeliveries = async (
  envios: Pick<EnvioStore, 'sealed' | 'reseal'>,
  secretBox: SecretBox,
): Promise<void> => {
  for (const { restauranteId, id, secreto } of await envios.sealed()) {
    if (secreto === null || secretBox.isCurrent(secreto)) continue;
    const owner = `${restauranteId}/${id}`;
    try {
      await envios.reseal(id, secreto, secretBox.seal(secretBox.open(secreto, owner), owner));
    } catch (error) {
      if ((error as Error).name !== 'SecretBoxError') throw error;
    }
  }
};
