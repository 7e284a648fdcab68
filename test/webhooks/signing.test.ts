import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/domain/time.ts';
import { firmar, signingKeys } from '../../src/domain/webhooks/firma.ts';
import type { Envio } from '../../src/domain/webhooks/outcome.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeSecretBox, ownerOf } from '../../src/webhooks/secret-box.ts';
import { makeSigning } from '../../src/webhooks/signing.ts';
import { makeTestClock } from '../support/clock.ts';
import { NOW_MS } from '../support/samples.ts';

const body = Buffer.from('{}');
const SECRETS = ['aa', 'bb', 'cc'].map((each) => each.repeat(32));
const [oldest = '', earlier = '', current = ''] = SECRETS;

test('a receiver that a refusal has settled on a secret keeps it when an older secret expires', () => {
  const clock = makeTestClock();
  const secretBox = makeSecretBox(['una llave'], makeRandomBytes());
  const owner = ownerOf('rest_1', 'wh_1');
  const seal = (secreto: string) => secretBox.seal(Buffer.from(secreto, 'hex'), owner);
  const signing = makeSigning({ secretBox, clock, version: '1.0.0' });
  const webhook = {
    id: 'wh_1',
    restauranteId: 'rest_1',
    url: 'https://example.com/',
    secreto: seal(current),
    anteriores: [
      { secreto: seal(oldest), hastaMs: NOW_MS + HOUR_MS },
      { secreto: seal(earlier), hastaMs: NOW_MS + 3 * HOUR_MS },
    ],
  };
  const envio = { id: 'evt_1', tipo: 'pedido.nuevo', intento: 1, body, webhook } as Envio;
  const signedWith = (): string[] => {
    const { headers } = signing.sign(envio);
    const headerOf = (name: string) => headers[headers.indexOf(name) + 1] ?? '';
    const others = headers.includes('X-Svc-Firma-Alterna') ? headerOf('X-Svc-Firma-Alterna') : '';
    const signatures = `${headerOf('X-Svc-Firma')} ${others}`.trim().split(' ');
    return signatures.map(
      (each) => SECRETS.find((secreto) => firmar(signingKeys(secreto), body) === each) ?? each,
    );
  };
  assert.deepEqual(signedWith(), [oldest, earlier, current]);
  const { turn } = signing.sign(envio);
  // Attempts that were refused together.
  signing.refused('wh_1', turn);
  signing.refused('wh_1', turn);
  assert.deepEqual(signedWith(), [earlier, current, oldest]);
  clock.advance(2 * HOUR_MS);
  assert.deepEqual(signedWith(), [earlier, current]);
  clock.advance(2 * HOUR_MS);
  assert.deepEqual(signedWith(), [current]);
});
