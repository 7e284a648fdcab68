import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cidrs } from '../../src/config/values.ts';
import { makeAddressClassifier } from '../../src/webhooks/address-guard.ts';
import { asUri, readTarget } from '../../src/webhooks/target.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { forEvery } from '../support/values/properties.ts';
import { table, words } from '../support/values/words.ts';
import { ending, fakeDns, makeSender } from './sender.ts';

/** First and last address of every range that is not public | the neighbours just outside of it. */
const SPECIAL = `
  0.0.0.0 0.255.255.255 | 1.0.0.0
  10.0.0.0 10.255.255.255 | 9.255.255.255 11.0.0.0
  100.64.0.0 100.100.100.200 100.127.255.255 | 100.63.255.255 100.128.0.0
  127.0.0.0 127.0.0.1 127.255.255.255 | 126.255.255.255 128.0.0.0
  168.63.129.16 | 168.63.129.15 168.63.129.17
  169.254.0.0 169.254.169.254 169.254.255.255 | 169.253.255.255 169.255.0.0
  172.16.0.0 172.31.255.255 | 172.15.255.255 172.32.0.0
  192.0.0.0 192.0.0.192 192.0.0.255 | 192.0.1.0 191.255.255.255
  192.0.2.0 192.0.2.255 | 192.0.3.0
  192.31.196.0 192.31.196.255 | 192.31.195.255 192.31.197.0
  192.52.193.0 192.52.193.255 | 192.52.192.255 192.52.194.0
  192.88.99.0 192.88.99.255 | 192.88.98.255 192.88.100.0
  192.168.0.0 192.168.255.255 | 192.167.255.255 192.169.0.0
  192.175.48.0 192.175.48.255 | 192.175.47.255 192.175.49.0
  198.18.0.0 198.19.255.255 | 198.17.255.255 198.20.0.0
  198.51.100.0 198.51.100.255 | 198.51.99.255 198.51.101.0
  203.0.113.0 203.0.113.255 | 203.0.112.255 203.0.114.0
  224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255 | 223.255.255.255
  :: ::1 ::7f00:1 ::8.8.8.8 |
  ::ffff:127.0.0.1 ::ffff:a00:1 0:0:0:0:0:ffff:169.254.169.254 | ::ffff:8.8.8.8
  ::ffff:0:8.8.8.8 |
  64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe | 64:ff9b::8.8.8.8
  64:ff9b:1::8.8.8.8 64:ff9b:1:ffff:ffff:ffff:ffff:ffff |
  100::1 100:0:0:1::1 |
  2001:: 2001:0:7f00:1:: 2001:2::1 2001:20::1 2001:1ff:ffff:: | 2001:200::
  2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff | 2001:db7:: 2001:db9::
  2002:: 2002:7f00:1:: 2002:808:808::1 | 2003:: 2001:ffff::
  2620:4f:8000::1 | 2620:4f:7fff:: 2620:4f:8001::
  3fff:: 3fff:fff:ffff:: 3fff:1000:: 3ffe::1 3000:: 2d00::1 2e00:: 2fff:ffff:: | 2c0f:f000::1
  4000:: 5f00::1 e000:: 1fff:: | 2000::1 2606:4700::1111
  fc00:: fd00:ec2::254 fdff:: |
  fe80::1 febf:: fec0::1 ff02::1 fe80::1%eth0 2606:4700::1%1 |
`;

describe('addresses', () => {
  const classOf = makeAddressClassifier([]);

  test('of special-purpose ranges are forbidden to the last one', () => {
    for (const row of table(SPECIAL)) {
      const edge = row.indexOf('|');
      for (const inside of row.slice(0, edge)) assert.equal(classOf(inside), 'forbidden', inside);
      for (const outside of row.slice(edge + 1)) assert.equal(classOf(outside), 'public', outside);
    }
    for (const text of ['', 'localhost', '1.2.3', '8.8.8.8 ', '[::1]', '08.8.8.8']) {
      assert.equal(classOf(text), 'forbidden', text);
    }
  });

  test('embedded in IPv6 are classified like the IPv4 address inside', () => {
    const byte = fc.nat(255);
    forEvery(100, fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const plain = classOf(`${a}.${b}.${c}.${d}`);
      const hex = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
      for (const prefix of ['::ffff:', '64:ff9b::', '0:0:0:0:0:FFFF:']) {
        assert.equal(classOf(prefix + hex), plain);
      }
    });
  });

  test('that the operator allows are allowed, and no others', () => {
    const allowing = makeAddressClassifier(cidrs('127.0.0.0/8,fd00::/8,10.1.2.3', 'X'));
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', '10.1.2.3']) {
      assert.equal(allowing(address), 'allowed', address);
    }
    for (const address of ['10.1.2.4', '::1', 'fc00::1', '192.168.0.1']) {
      assert.equal(allowing(address), 'forbidden', address);
    }
  });
});

/** Addresses of this machine and its network, in every notation that a parser accepts. */
const DISGUISES = words(`
  https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f000001/ https://0x7f.0.0.1/
  https://0x7f.1/ https://0177.0.0.1/ https://017700000001/ https://127.0.0.1./ https://①②⑦.0.0.1/
  https://127。0。0。1/ https://%31%32%37.0.0.1/ https://0/ https://0.0.0.0/ https://[::]/
  https://[::1]/ https://[0:0:0:0:0:0:0:1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/
  https://[::ffff:10.0.0.1]/ https://[64:ff9b::a9fe:a9fe]/ https://[::127.0.0.1]/
  https://[64:ff9b::127.0.0.1]/ https://[2002:7f00:1::]/ https://[2001:0:7f00:1::]/
  https://169.254.169.254/latest/meta-data/ https://2852039166/ https://[fd00:ec2::254]/
  https://[fe80::1]/ https://10.0.0.1/ https://192.168.1.1:8443/ https://100.100.100.200/
  https://localhost/ https://LOCALHOST/ https://algo.localhost/ https://interno.prueba/
  https://mixto6.prueba/ https://ｌｏｃａｌｈｏｓｔ/
`);

/** Malformed URLs, and the expected problem. */
const MALFORMED: [url: string, problem: RegExp][] = [
  ['', /no es una dirección/],
  ['hola', /no es una dirección/],
  ['ftp://example.com/', /no es una dirección/],
  ['file:///etc/passwd', /no es una dirección/],
  ['gopher://example.com/', /no es una dirección/],
  ['javascript:alert(1)', /no es una dirección/],
  ['//example.com/', /no es una dirección/],
  ['https:example.com', /no es una dirección/],
  ['https:///example.com', /no es una dirección/],
  ['https://', /no es una dirección/],
  ['https://[fe80::1%25eth0]/', /no es una dirección/],
  ['https://[fe80::1%eth0]/', /no es una dirección/],
  ['https://256.256.256.256/', /no es una dirección/],
  ['https://1.2.3.4.5/', /no es una dirección/],
  ['https://example.com:65536/', /no es una dirección/],
  ['https://exa mple.com/', /espacios/],
  [' https://example.com/', /espacios/],
  ['https://example.com/\n', /espacios/],
  ['https://exam\tple.com/', /espacios/],
  ['https://example.com\\@127.0.0.1/', /invertidas/],
  ['https://user@example.com/', /usuario/],
  ['https://user:clave@example.com/', /usuario/],
  ['https://:@example.com/', /usuario/],
  ['https://@example.com/', /usuario/],
  ['https://example.com#@127.0.0.1/', /fragmento/],
  ['https://example.com/#', /fragmento/],
  ['https://localhost./', /«localhost\.» no es un nombre/],
  ['https://example.com./', /no es un nombre/],
  ['https://a..b/', /no es un nombre/],
  ['https://-a.com/', /no es un nombre/],
  [`https://${'a'.repeat(64)}.com/`, /no es un nombre/],
  [`https://${'a.'.repeat(127)}com/`, /no es un nombre/],
  ['https://example.com:0/', /puerto 0/],
  ['https://example.com:22/', /puerto 22/],
  ['https://example.com:25/', /puerto 25/],
  ['https://example.com:6379/', /puerto 6379/],
  [`https://example.com/${'x'.repeat(2_030)}`, /demasiado larga/],
];

const dns = fakeDns({
  'publico.prueba': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  'interno.prueba': ['10.0.0.8'],
  'mixto.prueba': ['10.0.0.8', '93.184.215.14'],
  'mixto6.prueba': ['10.0.0.8', '::1', 'fd00::1'],
  'receptor.prueba': ['127.0.0.1'],
  'roto.prueba': 'ESERVFAIL',
});

describe('at creation', () => {
  const { guard } = makeSender(runner, { dns, allow: '' });
  const lenient = makeSender(runner, { dns, allow: '127.0.0.0/8' }).guard;

  for (const url of DISGUISES) {
    test(`${url} is recognised`, async () => {
      const verdict = await guard.review(url);
      assert.match(verdict?.problem ?? '', /privada o reservada/);
    });
  }

  for (const [url, problem] of MALFORMED) {
    test(`${JSON.stringify(url.slice(0, 50))} is refused with its problem`, async () => {
      assert.match((await guard.review(url))?.problem ?? '', problem);
    });
  }

  test('public receivers are fine, on any usual port', async () => {
    for (const url of [
      ...words(`
        https://publico.prueba/ HTTPS://PUBLICO.prueba/Ruta?x=1&y=%20
        https://publico.prueba:8443/gancho https://publico.prueba:80 https://publico.prueba:65535/
        https://mixto.prueba/ https://8.8.8.8/ https://[2606:4700::1111]/
      `),
      // These names do not resolve yet; each delivery checks them again.
      'https://no-existe.prueba/',
      'https://roto.prueba/',
      'https://ñandú.prueba/',
    ]) {
      assert.equal(await guard.review(url), null, url);
    }
  });

  test('http is for what the operator allows', async () => {
    for (const url of ['http://publico.prueba/', 'http://8.8.8.8/', 'http://roto.prueba/']) {
      assert.match((await lenient.review(url))?.problem ?? '', /no es https/, url);
    }
    for (const url of [
      'http://127.0.0.1:9000/x',
      'http://localhost:9000/',
      'http://receptor.prueba/',
      'https://127.0.0.1/',
    ]) {
      assert.equal(await lenient.review(url), null, url);
    }
    assert.match((await lenient.review('http://10.0.0.1/'))?.problem ?? '', /privada/);
    assert.match((await lenient.review('http://[::1]/'))?.problem ?? '', /privada/);
  });

  test('the URL that is called is the URL that was registered', () => {
    const target = readTarget('https://ÑANDÚ.example:8443/a%2Fb/../c?d=e%20f');
    assert.deepEqual(target, {
      isSecure: true,
      origin: 'https://xn--and-6ma2c.example:8443',
      hostname: 'xn--and-6ma2c.example',
      path: '/c?d=e%20f',
    });
  });
});

describe('at delivery', async () => {
  const receiver = await startReceiver(runner);
  const forbidden = { stage: 'before', blame: 'theirs', fallo: 'direccion_prohibida' };

  test('everything is checked again', async () => {
    const { send } = makeSender(runner, { dns, allow: '' });
    for (const url of [...DISGUISES, ...MALFORMED.map(([each]) => each)]) {
      assert.deepEqual(ending(await send(url)), forbidden, url);
    }
  });

  test('http reaches neither public nor private addresses', async () => {
    const { send } = makeSender(runner, { dns });
    for (const url of ['http://publico.prueba/', 'http://8.8.8.8/', 'http://interno.prueba/']) {
      assert.deepEqual(ending(await send(url)), forbidden, url);
    }
  });

  test('a name that now resolves to a private address is not followed', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const rebinding = fakeDns({ 'cambia.prueba': () => answers.shift() ?? ['127.0.0.1'] });
    // Only IPv4 queries are answered, so that each look-up takes one of the answers.
    const { query, probe } = rebinding;
    const ipv4Only = {
      probe,
      query: (hostname: string, family: 4 | 6, signal: AbortSignal) =>
        family === 4
          ? query(hostname, family, signal)
          : Promise.reject(Object.assign(new Error('ENODATA'), { code: 'ENODATA' })),
    };
    const { guard, send } = makeSender(runner, { dns: ipv4Only, allow: '' });
    const url = `https://cambia.prueba:${receiver.ports.good}/rebinding`;
    assert.equal(await guard.review(url), null);
    assert.deepEqual(ending(await send(url)), forbidden);
  });

  test('of several addresses only permitted ones are tried', async () => {
    // ::1 and 10.0.0.8 come first and are forbidden; only the remaining address is connected to.
    const several = fakeDns({ 'varios.prueba': ['10.0.0.8', '::1', '127.0.0.1'] });
    const { send } = makeSender(runner, { dns: several });
    const url = `http://varios.prueba:${receiver.ports.http}/status/200`;
    assert.equal((await send(url)).stage, 'after');
  });

  test('a kept connection stays where it was checked, and a new one is checked anew', async () => {
    let addresses = ['127.0.0.1'];
    const moving = fakeDns({ 'mudanza.prueba': () => addresses });
    const { pool, send } = makeSender(runner, { dns: moving });
    const url = `http://mudanza.prueba:${receiver.ports.http}/status/200`;
    assert.equal((await send(url)).stage, 'after');
    addresses = ['10.0.0.8'];
    const again = await send(url);
    // Sent on the connection that was kept, or refused: never sent to the new address.
    if (again.stage !== 'after') assert.deepEqual(ending(again), forbidden);
    await pool.close();
    assert.deepEqual(ending(await send(url)), forbidden);
  });
});

test('an address is stored as a URI, and one that is a URI as it was given', () => {
  for (const [given, stored] of [
    ['https://EXAMPLE.com', 'https://EXAMPLE.com'],
    ['https://example.com/a%20b?c=d&e', 'https://example.com/a%20b?c=d&e'],
    ['https://ñandú.example/pédidos?q=ñ', 'https://xn--and-6ma2c.example/p%C3%A9didos?q=%C3%B1'],
    ['https://example.com/100%/{a|b}', 'https://example.com/100%25/%7Ba%7Cb%7D'],
    ['https://example.com?a[]=1', 'https://example.com/?a%5B%5D=1'],
  ] as const) {
    assert.equal(asUri(given), stored);
    assert.equal(asUri(stored), stored);
  }
});
