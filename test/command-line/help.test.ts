import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandHelp, foldHelp, generalHelp, width } from '@comanda/command-line';
import { PROGRAM as INTEGRATOR } from '../../clients/cli/src/program.ts';
import { PROGRAM as OPERATOR } from '../../src/cli/program.ts';

const EVERY_HELP = [INTEGRATOR, OPERATOR].flatMap((program) => [
  generalHelp<never>(program),
  ...program.commands.map(commandHelp),
]);

describe('help on a narrow terminal', () => {
  it('fits, except for text that is to be copied', () => {
    for (const help of EVERY_HELP) {
      for (const line of foldHelp(help, 60).split('\n')) {
        const isOneWord = !line.trim().includes(' ');
        assert.ok(width(line) <= 60 || isOneWord || line.startsWith('  comanda '), line);
      }
    }
  });

  it('has the same words, and is unchanged where there is room or no terminal', () => {
    const words = (text: string): string[] => text.split(/\s+/);
    for (const help of EVERY_HELP) {
      for (const columns of [1, 40, 60]) {
        assert.deepEqual(words(foldHelp(help, columns)), words(help));
      }
      assert.equal(foldHelp(help, null), help);
      assert.equal(foldHelp(help, 1_000), help);
    }
  });

  it('folds a row within its last cell', () => {
    const row = '  --to FILE  where it is written to';
    assert.equal(foldHelp(row, 33), '  --to FILE  where it is written\n             to');
    assert.equal(foldHelp(row, 24), row);
  });
});
