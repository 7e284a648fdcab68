import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Env, loadConfig, VARIABLES } from '../src/config/config.ts';
import { ConfigError } from '../src/config/values.ts';
import { warningsOf } from '../src/config/warnings.ts';
import { editDistance } from '../src/contract/violations/nearest.ts';

const refusal = (env: Env): string => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.doesNotMatch(error.message, /\n/, 'one line');
    return error.message;
  }
  return assert.fail(`accepted ${JSON.stringify(env)}`);
};

describe('configuration', () => {
  it('needs nothing set', () => {
    assert.deepEqual(loadConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      privateHost: '127.0.0.1',
      privatePort: 8081,
      connectionsMax: null,
      connectionsPerAddressMax: null,
      dataDir: './data',
      databaseUrl: null,
      databaseReplicaUrl: null,
      ingestKeys: null,
      panelRequestsPerMinute: 300,
      secretsKeys: null,
      stallSeconds: 30,
      publicUrl: 'http://127.0.0.1:8080',
      publicOrigin: null,
      docUrl: 'http://127.0.0.1:8080/docs/autenticacion',
      eventRetentionDays: 30,
      customerDataDays: null,
      auditRetentionDays: null,
      logLevel: 'info',
      mail: null,
      operatorWebhook: null,
      trustProxy: false,
      isTlsUnchecked: false,
      webhookAllowCidrs: [],
    });
  });

  it('cannot be changed afterwards', () => {
    const config = loadConfig({ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' });
    assert.ok(Object.isFrozen(config));
    assert.ok(Object.isFrozen(config.webhookAllowCidrs));
    assert.ok(config.webhookAllowCidrs.every(Object.isFrozen));
  });

  it('takes an empty value for an unset one', () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
    assert.deepEqual(loadConfig(empty), loadConfig({}));
  });
});

describe('good values', () => {
  it('PORT, PRIVATE_PORT', () => {
    const config = loadConfig({ PORT: '0', PRIVATE_PORT: '65535' });
    assert.equal(config.port, 0);
    assert.equal(config.privatePort, 65_535);
    assert.doesNotThrow(() => loadConfig({ PORT: '0', PRIVATE_PORT: '0' }));
  });

  it('HOST, and the addresses that follow from it', () => {
    assert.equal(loadConfig({ HOST: 'localhost' }).publicUrl, 'http://localhost:8080');
    assert.equal(loadConfig({ HOST: '::1', PORT: '9' }).publicUrl, 'http://[::1]:9');
    assert.equal(loadConfig({ HOST: '0.0.0.0' }).publicUrl, 'http://localhost:8080');
    assert.equal(loadConfig({ HOST: 'api.example.com' }).host, 'api.example.com');
  });

  it('PUBLIC_URL, DOC_URL', () => {
    const config = loadConfig({ PUBLIC_URL: 'https://pedidos.example.com/' });
    assert.equal(config.publicUrl, 'https://pedidos.example.com');
    assert.equal(config.docUrl, 'https://pedidos.example.com/docs/autenticacion');
    assert.equal(
      loadConfig({ DOC_URL: 'https://docs.example.com/llaves' }).docUrl,
      'https://docs.example.com/llaves',
    );
  });

  it('DATA_DIR, DATABASE_URL', () => {
    assert.equal(loadConfig({ DATA_DIR: '/srv/comanda' }).dataDir, '/srv/comanda');
    for (const url of ['postgres://u:p@db:5432/x', 'postgresql:///x?host=/run/postgresql']) {
      assert.equal(loadConfig({ DATABASE_URL: url }).databaseUrl, url);
      const both = { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: url };
      assert.equal(loadConfig(both).databaseReplicaUrl, url);
    }
  });

  it('INGEST_KEY may be short where only this machine can use it', () => {
    for (const PRIVATE_HOST of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost']) {
      assert.equal(loadConfig({ PRIVATE_HOST, INGEST_KEY: 'k' }).ingestKeys?.[0], 'k');
      assert.equal(loadConfig({ PRIVATE_HOST }).ingestKeys, null);
    }
    const INGEST_KEY = 'twenty-four-characters!!';
    assert.equal(loadConfig({ PRIVATE_HOST: '0.0.0.0', INGEST_KEY }).ingestKeys?.[0], INGEST_KEY);
  });

  it('INGEST_KEY and SECRETS_KEY take several keys, the first in use', () => {
    const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
    assert.deepEqual(loadConfig({ SECRETS_KEY: `${one}, ${two}` }).secretsKeys, [one, two]);
    assert.deepEqual(loadConfig({ INGEST_KEY: `${one},${two}` }).ingestKeys, [one, two]);
    for (const wrong of [',', `${one},short`]) {
      assert.throws(() => loadConfig({ SECRETS_KEY: wrong }), /^ConfigError: SECRETS_KEY must/);
    }
    const PRIVATE_HOST = '0.0.0.0';
    assert.throws(() => loadConfig({ PRIVATE_HOST, INGEST_KEY: `${one},short` }), /at least 24/);
    assert.throws(() => loadConfig({ PRIVATE_HOST, INGEST_KEY: ',' }), /INGEST_KEY must/);
  });

  it('what is likely to be a mistake is warned of', () => {
    const warned = (env: Record<string, string>) => warningsOf(loadConfig(env));
    const mistakes: [Record<string, string>, RegExp][] = [
      [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is reachable .* PUBLIC_URL is not set/],
      [{ HOST: '::', PUBLIC_URL: 'http://a.example' }, /PUBLIC_URL begins with http:/],
      [
        { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8,0.0.0.0/0' },
        /^WEBHOOK_ALLOW_CIDRS allows every address/,
      ],
      [{ WEBHOOK_ALLOW_CIDRS: '::/0' }, /^WEBHOOK_ALLOW_CIDRS allows every address/],
      [{ INGEST_KEY: 'short' }, /^INGEST_KEY has fewer than 24 characters/],
      [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED=0/],
      [{ DATABASE_URL: 'postgres://db/x' }, /^SECRETS_KEY is not set/],
    ];
    for (const [env, warning] of mistakes) {
      const warnings = warned(env);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', warning);
    }
    assert.deepEqual(warned({}), []);
    assert.deepEqual(warned({ HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example' }), []);
  });

  it('CUSTOMER_DATA_DAYS, AUDIT_RETENTION_DAYS', () => {
    const { customerDataDays, auditRetentionDays } = loadConfig({});
    assert.deepEqual([customerDataDays, auditRetentionDays], [null, null]);
    assert.equal(loadConfig({ CUSTOMER_DATA_DAYS: '730' }).customerDataDays, 730);
    assert.equal(loadConfig({ AUDIT_RETENTION_DAYS: '365' }).auditRetentionDays, 365);
    assert.throws(() => loadConfig({ CUSTOMER_DATA_DAYS: '0' }), /from 1 to 3650/);
  });

  it('EVENT_RETENTION_DAYS', () => {
    assert.equal(loadConfig({ EVENT_RETENTION_DAYS: '1' }).eventRetentionDays, 1);
    assert.equal(loadConfig({ EVENT_RETENTION_DAYS: '3650' }).eventRetentionDays, 3_650);
  });

  it('LOG_LEVEL', () => {
    assert.equal(loadConfig({ LOG_LEVEL: 'silent' }).logLevel, 'silent');
  });

  it('TRUST_PROXY', () => {
    assert.equal(loadConfig({ TRUST_PROXY: 'false' }).trustProxy, false);
    assert.equal(loadConfig({ TRUST_PROXY: '0' }).trustProxy, false);
    assert.equal(loadConfig({ TRUST_PROXY: '2' }).trustProxy, 2);
    assert.equal(
      loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy,
      'loopback,10.0.0.0/8',
    );
  });

  it('SMTP_URL, MAIL_FROM', () => {
    const SMTP_URL = 'smtps://u:p%40ss@mail.example.com';
    for (const MAIL_FROM of ['avisos@x.example', 'Comanda El Rincón <avisos@x.example>']) {
      const { mail } = loadConfig({ SMTP_URL, MAIL_FROM });
      assert.deepEqual(mail, { url: SMTP_URL, from: MAIL_FROM, requireTls: true });
    }
  });

  it('SMTP_URL without a password, or on this machine, may do without TLS', () => {
    for (const SMTP_URL of ['smtp://mail.example.com', 'smtp://u:p@127.0.0.1']) {
      assert.equal(loadConfig({ SMTP_URL, MAIL_FROM: 'a@b.example' }).mail?.requireTls, false);
    }
  });

  it('WEBHOOK_ALLOW_CIDRS', () => {
    const { webhookAllowCidrs } = loadConfig({
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8, ::1/128,10.1.2.3',
    });
    assert.deepEqual(webhookAllowCidrs, [
      { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
      { network: '::1', prefix: 128, family: 'ipv6' },
      { network: '10.1.2.3', prefix: 32, family: 'ipv4' },
    ]);
  });
});

describe('bad values stop with a line that says what is allowed', () => {
  const cases: [Env, RegExp][] = [
    [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535, not "abc"$/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ PORT: '-1' }, /^PORT must be/],
    [{ PORT: '8080.5' }, /^PORT must be/],
    [{ PRIVATE_PORT: '1e3' }, /^PRIVATE_PORT must be/],
    [{ PORT: '9000', PRIVATE_PORT: '9000' }, /^PORT and PRIVATE_PORT are both 9000/],
    [
      { HOST: '0.0.0.0', PORT: '9000', PRIVATE_PORT: '9000' },
      /^PORT and PRIVATE_PORT are both 9000/,
    ],
    [{ HOST: 'not a host' }, /^HOST must be an IP address or a host name, not "not a host"$/],
    [{ HOST: '300.1.1.1' }, /^HOST must be/],
    [{ HOST: 'http://x' }, /^HOST must be/],
    [{ PRIVATE_HOST: '-x' }, /^PRIVATE_HOST must be/],
    [{ HOST: 'fe80::1%eth0' }, /^PUBLIC_URL must be set, because HOST fe80::1%eth0/],
    [{ DATA_DIR: '~/comanda' }, /^DATA_DIR must be a path without ~, .*, not "~\/comanda"$/],
    [{ DATABASE_URL: 'mysql://u:hunter2@x/y' }, /^DATABASE_URL must be a postgres:\/\/ URL/],
    [{ DATABASE_URL: 'x' }, /^DATABASE_URL must be/],
    [{ DATABASE_URL: 'postgres://u:hunter/2@x/y' }, /^DATABASE_URL .* percent-encode/],
    [{ DATABASE_URL: 'postgres://u:12#hunter2@x/y' }, /^DATABASE_URL .* percent-encode/],
    [{ DATABASE_URL: 'postgres://u:12/hunter2@x/y' }, /^DATABASE_URL .* percent-encode/],
    [{ DATABASE_URL: 'postgres://u:hunter2@x,y/z' }, /^DATABASE_URL must .* with one host/],
    [
      { DATABASE_URL: 'postgres://db/x?schema=y' },
      /^DATABASE_URL .*"schema"; .*search_path%3DNAME$/,
    ],
    [
      { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: 'postgres://db/x?currentSchema=y' },
      /^DATABASE_REPLICA_URL does not support "currentSchema"/,
    ],
    [
      { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: 'mysql://u:hunter2@x/y' },
      /^DATABASE_REPLICA_URL must be a postgres:\/\/ URL/,
    ],
    [{ DATABASE_REPLICA_URL: 'postgres://db/x' }, /^DATABASE_REPLICA_URL requires DATABASE_URL/],
    [{ INGEST_KEY: 'two words' }, /^INGEST_KEY must be .*without spaces$/],
    [{ INGEST_KEY: 'k'.repeat(513) }, /^INGEST_KEY must be/],
    [{ SECRETS_KEY: 'k'.repeat(31) }, /^SECRETS_KEY must have at least 32 characters$/],
    [{ SECRETS_KEY: `${'k'.repeat(32)} k` }, /^SECRETS_KEY must be .*without spaces$/],
    [{ PRIVATE_HOST: '0.0.0.0' }, /^INGEST_KEY must be set to at least 24 characters/],
    [{ PRIVATE_HOST: '10.0.0.1', INGEST_KEY: 'short' }, /^INGEST_KEY must be set to at least 24/],
    [{ PUBLIC_URL: 'pedidos.example.com' }, /^PUBLIC_URL must be an http/],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://x/?a=1' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://u:p@x' }, /^PUBLIC_URL must be/],
    [{ DOC_URL: 'docs' }, /^DOC_URL must be/],
    [{ EVENT_RETENTION_DAYS: '0' }, /^EVENT_RETENTION_DAYS must be a whole number from 1 to 3650/],
    [{ EVENT_RETENTION_DAYS: '3651' }, /^EVENT_RETENTION_DAYS must be/],
    [{ EVENT_RETENTION_DAYS: '7d' }, /^EVENT_RETENTION_DAYS must be .*not "7d"$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, error, .*silent, not "loud"$/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be false, the number of proxies/],
    [{ TRUST_PROXY: '99' }, /^TRUST_PROXY must be/],
    [{ TRUST_PROXY: ',' }, /^TRUST_PROXY must be/],
    [{ SMTP_URL: 'mail.example.com:hunter2' }, /^SMTP_URL must be an smtp:/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /^SMTP_URL and MAIL_FROM must be set together$/],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM must be an address/],
    [{ MAIL_FROM: 'X\nBcc: <a@b.example>' }, /^MAIL_FROM must be an address/],
    [{ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/33' }, /^WEBHOOK_ALLOW_CIDRS must be .*"10\.0\.0\.0\/33"$/],
    [{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,localhost' }, /not "localhost"$/],
    [{ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8/8' }, /^WEBHOOK_ALLOW_CIDRS/],
  ];
  for (const [env, expected] of cases) {
    it(JSON.stringify(env).slice(0, 70), () => assert.match(refusal(env), expected));
  }

  it('never shows a secret', () => {
    assert.doesNotMatch(refusal({ DATABASE_URL: 'mysql://u:hunter2@x/y' }), /hunter2/);
    assert.doesNotMatch(refusal({ DATABASE_URL: 'postgres://u:12/hunter2@x/y' }), /hunter2/);
    assert.doesNotMatch(refusal({ INGEST_KEY: 'hunter2 hunter2' }), /hunter2/);
  });

  it('shows a long or broken value as one short line', () => {
    assert.ok(refusal({ PORT: 'x'.repeat(10_000) }).length < 200);
    refusal({ PORT: 'a\nb' });
  });
});

describe('mistyped variables', () => {
  const mistyped: [string, string][] = [
    ['PRIVATE_PROT', 'PRIVATE_PORT'],
    ['INGESTKEY', 'INGEST_KEY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['WEBHOOK_ALLOW_CIDR', 'WEBHOOK_ALLOW_CIDRS'],
    ['TRUST_PROXIY', 'TRUST_PROXY'],
  ];
  for (const [name, meant] of mistyped) {
    it(name, () => {
      assert.match(
        refusal({ [name]: 'x' }),
        new RegExp(`^unknown variable ${name}; did you mean ${meant}\\?`),
      );
    });
  }

  it('anything with our name in front', () => {
    assert.match(refusal({ COMANDA_PORT: '80' }), /^unknown variable COMANDA_PORT; .*: use PORT$/);
    assert.match(
      refusal({ COMANDA_COLOUR: 'x' }),
      /^unknown variable COMANDA_COLOUR; .*: allowed are PORT, HOST,/,
    );
  });

  it('leaves the variables of others alone', () => {
    const others = {
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'box',
      SUPPORT: 'x',
      XDG_DATA_DIRS: '/usr/share',
      TEST_DATABASE_URL: 'postgres://x/y',
      LOGLEVEL: 'loud',
      PGHOST: 'db',
      npm_package_name: 'comanda',
      npm_lifecycle_event: 'comanda',
    };
    assert.deepEqual(loadConfig(others), loadConfig({}));
  });

  it('takes a similar name for another program’s variable when ours is set', () => {
    const DATABASE_URL = 'postgres://db/x';
    assert.equal(loadConfig({ DATABASE_URI: 'x', DATABASE_URL }).databaseUrl, DATABASE_URL);
    assert.match(refusal({ DATABASE_URI: 'x', DATABASE_URL: '' }), /did you mean DATABASE_URL\?/);
  });

  it('ignores the variables of integrators', () => {
    const integrators = {
      COMANDA_URL: 'https://comanda.example/api',
      COMANDA_KEY: 'svc_live_x',
      COMANDA_DEBUG: '1',
      COMANDA_DIR: '/opt/comanda',
    };
    assert.deepEqual(loadConfig(integrators), loadConfig({}));
  });

  it('ignores the variables that Kubernetes sets for a service named comanda', () => {
    const links = {
      COMANDA_SERVICE_HOST: '10.0.0.1',
      COMANDA_SERVICE_PORT: '80',
      COMANDA_SERVICE_PORT_HTTP: '80',
      COMANDA_PORT: 'tcp://10.0.0.1:80',
      COMANDA_PORT_80_TCP: 'tcp://10.0.0.1:80',
      COMANDA_PORT_80_TCP_ADDR: '10.0.0.1',
      COMANDA_PRIVATE_SERVICE_HOST: '10.0.0.2',
    };
    assert.deepEqual(loadConfig(links), loadConfig({}));
  });
});

it('an edit is a letter missing, added, changed, or two swapped', () => {
  assert.equal(editDistance('scope', 'scopes'), 1);
  assert.equal(editDistance('prot', 'port'), 1);
  assert.equal(editDistance('list', 'lost'), 1);
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('serve', 'backup'), 6);
});
