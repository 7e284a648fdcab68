import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT, writeReadme } from '../pack.ts';

const SOURCE = join(ROOT, 'clients/python');
/** The system's Python, which has the tools of Debian's packages; a Python of the user's own may not. */
const PYTHONS = ['/usr/bin/python3', 'python3'];
const TOOLS = 'import build, setuptools, wheel';

/** Writes the wheel and the source distribution of the Python client; returns their paths. */
export const packPython = (destination: string): string[] => {
  const python = PYTHONS.find((each) => succeeds(each, ['-c', TOOLS]));
  if (python === undefined) {
    throw new Error(
      'Python needs its build tools: apt install python3-build python3-setuptools python3-wheel',
    );
  }
  const work = mkdtempSync(join(tmpdir(), 'comanda-python-'));
  try {
    const [stage, out] = [join(work, 'package'), join(work, 'out')];
    mkdirSync(stage);
    copyFileSync(join(SOURCE, 'pyproject.toml'), join(stage, 'pyproject.toml'));
    copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
    const filter = (path: string) => !/__pycache__|\.egg-info/.test(path);
    cpSync(join(SOURCE, 'src'), join(stage, 'src'), { recursive: true, filter });
    writeReadme(SOURCE, stage);
    const args = ['-m', 'build', '--no-isolation', '--outdir', out, stage];
    execFileSync(python, args, { stdio: 'pipe' });
    return readdirSync(out).map((name) => {
      const path = join(resolve(destination), name);
      copyFileSync(join(out, name), path);
      return path;
    });
  } finally {
    rmSync(work, { recursive: true });
  }
};

const succeeds = (program: string, args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
