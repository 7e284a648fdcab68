import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { type RunningPanel, startPanel } from './start-panel.ts';

/** A suite whose tests share one service and one browser, which take longer to start than most tests take. */
export const describePanel = (name: string, tests: (panel: () => RunningPanel) => void): void => {
  describe(name, () => {
    let opened: RunningPanel | undefined;
    const endings: (() => Promise<void>)[] = [];
    before(async () => {
      opened = await startPanel({ after: (ending) => endings.push(ending) });
    });
    after(async () => {
      for (const ending of endings.toReversed()) await ending();
    });
    const panel = (): RunningPanel => {
      assert.ok(opened);
      return opened;
    };

    tests(panel);

    test('no page logged an error or a warning', () => {
      assert.deepEqual(panel().consoleErrors, []);
    });
  });
};
