import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCli } from '../../src/cli/cli.ts';
import { captureIo } from '../cli/captured-io.ts';

describe('help on a narrow terminal', () => {
  const lines = async (columns: number, ...argv: string[]): Promise<string[]> => {
    const { said, io } = captureIo();
    assert.equal(await runCli([...argv, '--help'], { ...io, width: () => columns }, {}), 0);
    return said.out.split('\n');
  };

  it('fits, except for words and examples, which are to be copied', async () => {
    for (const argv of [['keys', 'create'], ['restaurants', 'delete'], ['serve']]) {
      for (const line of await lines(72, ...argv)) {
        const isOneWord = !line.trim().includes(' ');
        assert.ok(line.length <= 72 || isOneWord || /^ {2}.*comanda /.test(line), line);
      }
    }
  });

  it('has the same words', async () => {
    const words = (text: string[]): string => text.join(' ').split(/\s+/).join(' ');
    assert.equal(words(await lines(72, 'serve')), words(await lines(1_000, 'serve')));
  });
});

it('a dash is standard input, and words after two dashes are arguments', async () => {
  const { said, io } = captureIo('');
  assert.equal(await runCli(['import', '--', '--help'], io, {}), 1);
  assert.match(said.err, /cannot read "--help"/);
});
