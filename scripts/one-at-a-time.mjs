// A lock for work that several npm commands may begin at the same time. Plain JavaScript on Node's own modules: the
// Node that runs it may be an old one, with nothing installed.

import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';

const LOCK_BEAT_MS = 1_000;
const LOCK_STALE_MS = 15_000;
const LOOK_MS = 100;

/**
 * Runs `work` while no other process runs it in this folder.
 * @param {string} lockPath
 * @param {{ work: () => Promise<void>, onWait?: () => void, onRefused: (code: string) => never }} given
 */
export async function oneAtATime(lockPath, { work, onWait, onRefused }) {
  if (!takeLock(lockPath, onRefused)) {
    onWait?.();
    do await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    while (!takeLock(lockPath, onRefused));
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(lockPath, now, now);
  }, LOCK_BEAT_MS);
  process.once('exit', () => rmSync(lockPath, { force: true }));
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(lockPath, { force: true });
  }
}

/**
 * The holder keeps touching the file, so a stale file was left by a killed process.
 * @param {string} lockPath
 * @param {(code: string) => never} onRefused
 */
function takeLock(lockPath, onRefused) {
  try {
    closeSync(openSync(lockPath, 'wx'));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code !== 'EEXIST') onRefused(code);
  }
  try {
    if (Date.now() - statSync(lockPath).mtimeMs > LOCK_STALE_MS) rmSync(lockPath, { force: true });
  } catch {
    // The holder finished between the two calls; the next try takes the lock.
  }
  return false;
}
