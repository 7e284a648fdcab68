import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makePasswords, passwordProblem } from '../../src/admin/passwords.ts';
import { seededRandomBytes } from '../support/samples.ts';

describe('a password', () => {
  const { hash, verify } = makePasswords(seededRandomBytes(3));

  it('is kept as argon2id with the parameters it was hashed with, and a salt of its own', async () => {
    const [one, two] = [await hash('tortilla con cebolla'), await hash('tortilla con cebolla')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await verify('tortilla con cebolla', one), true);
    assert.equal(await verify('tortilla con cebolla ', one), false);
    assert.equal(await verify('', one), false);
  });

  it('is verified against a hash of the reference implementation', async () => {
    const known =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await verify('password', known), true);
    assert.equal(await verify('passwore', known), false);
  });

  it('is the same however its accents were typed', async () => {
    const stored = await hash('jamón ibérico');
    assert.equal(await verify('jamón ibérico'.normalize('NFD'), stored), true);
  });

  it('of an unknown user is never right', async () => {
    assert.equal(await verify('x', null), false);
    assert.equal(await verify('', null), false);
  });

  it('with a malformed hash is an error, not a mismatch', async () => {
    await assert.rejects(verify('x', 'plain'), /no known form/);
  });
});

it('a new password has to be long and hard to guess', () => {
  const email = 'fulanita@pepa.example';
  const cases: [string, 'length' | 'easy' | null][] = [
    ['tortilla con cebolla', null],
    ['🍕🍔🍟🌭🍿🧂🥓🥚🍳🧇🥞🧈', null],
    ['x'.repeat(11), 'length'],
    [`${'abcdefgh'.repeat(25)}i`, 'length'],
    ['aaaaaaaaaaaaaaaa', 'easy'],
    ['123412341234', 'easy'],
    [email, 'easy'],
    ['Fulanita1234', 'easy'],
    ['fulanita come tortilla', null],
  ];
  for (const [password, problem] of cases) {
    assert.equal(passwordProblem(password, email), problem, password);
  }
});
