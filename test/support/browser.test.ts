import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrowser } from '../../scripts/browser.ts';
import { makeFolder } from './machine/folder.ts';

test('a browser is found by variable and by path, if it can be started', async () => {
  const folder = makeFolder();
  const program = async (name: string, script: string) => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const stub = await program('chromium', 'echo "install the snap" >&2; exit 1');
  const real = await program('google-chrome', 'echo "Google Chrome 150.0"');

  // The first name in the path only says how to install it.
  assert.equal(findBrowser({ PATH: folder })?.executablePath, real);
  assert.equal(findBrowser({ PATH: folder, CHROME_PATH: real })?.executablePath, real);
  // One that was asked for by name is never replaced by another.
  assert.equal(findBrowser({ PATH: folder, CHROMIUM: stub }), null);
  assert.equal(findBrowser({ PATH: folder, CHROMIUM: join(folder, 'nothing') }), null);

  const shell = await program('chromium-headless-shell', 'echo "Chromium 150.0"');
  assert.equal(findBrowser({ PATH: folder })?.executablePath, shell, 'the one that costs less');
});
