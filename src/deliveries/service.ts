import { tmpdir } from 'node:os';
import type { AdminDeps } from '../admin/deps.ts';
import type { Exports } from '../export/exports.ts';
import type { SendMail } from '../mail/smtp.ts';
import type { Log } from '../platform/log.ts';
import type { AddressGuard } from '../webhooks/address-guard.ts';
import type { ConnectionPool } from '../webhooks/connection-pool.ts';
import type { SecretBox } from '../webhooks/secret-box.ts';
import { makeAttempt } from './attempt.ts';
import { makeContents } from './contents.ts';
import { makeCorreo } from './destinos/correo.ts';
import { makeS3 } from './destinos/s3.ts';
import { makeSftp } from './destinos/sftp.ts';
import type { Enlaces } from './enlaces.ts';
import { makeEnvios } from './envios.ts';
import { makeReview } from './review.ts';
import { makeScheduler } from './scheduler.ts';

interface DeliveryDeps extends AdminDeps {
  log: Log;
  owner: string;
  secretBox: SecretBox;
  exports: Pick<Exports, 'open'>;
  enlaces: Pick<Enlaces, 'offer'>;
  guard: AddressGuard;
  pool: Pick<ConnectionPool, 'take'>;
  /** Null where mail is off. */
  transport: { from: string; send: SendMail } | null;
}

/** Wires together everything that scheduled deliveries need. */
export const makeDeliveries = (deps: DeliveryDeps) => {
  const { store, guard, transport } = deps;
  const sftp = makeSftp({ guard });
  const destinations = { correo: makeCorreo(deps), sftp: sftp.send, s3: makeS3(deps) };
  const attempt = makeAttempt({
    ...deps,
    envios: store.envios,
    contents: makeContents(deps),
    destinations,
  });
  const review = makeReview({ guard, hasMail: transport !== null, readKey: sftp.readKey });
  return {
    envios: makeEnvios({ ...deps, destinations, review, folder: tmpdir() }),
    scheduler: makeScheduler({ ...deps, attempt }),
  };
};
