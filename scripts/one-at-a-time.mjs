// A lock for work that several npm commands may begin at the same time. Plain JavaScript on Node's own modules: the
// Node that runs it may be an old one, with nothing installed.

import { fstatSync, futimesSync, openSync, rmSync, statSync } from 'node:fs';

const LOCK_BEAT_MS = 1_000;
const LOCK_STALE_MS = 15_000;
const LOOK_MS = 100;
/** A few beats. After a computer has slept, every lock looks stale until its holder touches it again. */
const STALE_LOOKS = 30;

/**
 * Runs `work` while no other process runs it in this folder.
 * @param {string} lockPath
 * @param {{ work: () => Promise<void>, onWait?: () => void, onRefused: (code: string) => never }} given
 */
export async function oneAtATime(lockPath, { work, onWait, onRefused }) {
  let lock = takeLock(lockPath, onRefused);
  if (lock === null) {
    onWait?.();
    const removeIfStale = makeStaleCheck(lockPath);
    do {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      removeIfStale();
      lock = takeLock(lockPath, onRefused);
    } while (lock === null);
  }
  const held = lock;
  const beat = setInterval(() => {
    const now = new Date();
    futimesSync(held, now, now);
  }, LOCK_BEAT_MS);
  const release = () => {
    clearInterval(beat);
    // A process that was paused for long has lost its lock: the file at the path is then another's.
    if (fstatSync(held).nlink > 0) rmSync(lockPath, { force: true });
  };
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
  }
}

/**
 * Returns the descriptor of the lock; null while another process has it.
 * @param {string} lockPath
 * @param {(code: string) => never} onRefused
 */
function takeLock(lockPath, onRefused) {
  try {
    return openSync(lockPath, 'wx');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'EEXIST' ? null : onRefused(code);
  }
}

/**
 * The holder keeps touching the file, so a stale file was left by a killed process.
 * @param {string} lockPath
 */
function makeStaleCheck(lockPath) {
  let touchedMs = 0;
  let looks = 0;
  return () => {
    const found = statSync(lockPath, { throwIfNoEntry: false });
    if (found === undefined) return;
    looks = found.mtimeMs === touchedMs ? looks + 1 : 0;
    touchedMs = found.mtimeMs;
    const isStale = looks >= STALE_LOOKS && Date.now() - touchedMs > LOCK_STALE_MS;
    if (isStale) rmSync(lockPath, { force: true });
  };
}
