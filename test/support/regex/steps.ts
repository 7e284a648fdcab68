import type { RegexNode } from './parse.ts';

type Instruction =
  | { op: 'char'; matches: (char: string) => boolean }
  | { op: 'split'; first: number; second: number }
  | { op: 'assert'; holds: (text: string, at: number) => boolean }
  | { op: 'look'; program: Program; isNegative: boolean };

type Program = readonly Instruction[];

/** A backtracking machine's program. Engines that optimise take fewer steps, never another order of them. */
export const compileRegex = (root: RegexNode): Program => {
  const program: Instruction[] = [];
  /** Appends a jump whose target is filled in later; a negative target marks it. */
  const reserve = (): number => program.push({ op: 'split', first: -1, second: -1 }) - 1;
  const jump = (from: number, to: number, other = to): void => {
    program[from] = { op: 'split', first: to, second: other };
  };

  /** Each of these splits goes on with the next instruction or leaves for the end. */
  const closeSplits = (splits: readonly number[], isLazy: boolean): void => {
    const end = program.length;
    for (const split of splits) {
      if (isLazy) jump(split, end, split + 1);
      else jump(split, split + 1, end);
    }
  };

  const emit = (node: RegexNode): void => {
    switch (node.kind) {
      case 'char':
        program.push({ op: 'char', matches: node.matches });
        return;
      case 'assert':
        program.push({ op: 'assert', holds: node.holds });
        return;
      case 'look':
        program.push({
          op: 'look',
          isNegative: node.isNegative,
          program: compileRegex(node.body),
        });
        return;
      case 'sequence':
        for (const part of node.parts) emit(part);
        return;
      case 'choice':
        emitChoice(node.options);
        return;
      case 'repeat':
        emitRepeat(node);
    }
  };

  const emitChoice = (options: readonly RegexNode[]): void => {
    const ends: number[] = [];
    for (const [i, option] of options.entries()) {
      const isLast = i === options.length - 1;
      const split = isLast ? -1 : reserve();
      emit(option);
      if (isLast) continue;
      ends.push(reserve());
      jump(split, split + 1, program.length);
    }
    for (const end of ends) jump(end, program.length);
  };

  const emitRepeat = ({ body, min, max, isLazy }: RegexNode & { kind: 'repeat' }): void => {
    for (let i = 0; i < min; i += 1) emit(body);
    if (max === Number.POSITIVE_INFINITY) {
      if (mayBeEmpty(body)) throw new Error('a loop over something that may be empty');
      const loop = reserve();
      emit(body);
      jump(reserve(), loop);
      closeSplits([loop], isLazy);
      return;
    }
    const splits: number[] = [];
    for (let i = min; i < max; i += 1) {
      splits.push(reserve());
      emit(body);
    }
    closeSplits(splits, isLazy);
  };

  emit(root);
  return program;
};

const mayBeEmpty = (node: RegexNode): boolean => {
  switch (node.kind) {
    case 'char':
      return false;
    case 'sequence':
      return node.parts.every(mayBeEmpty);
    case 'choice':
      return node.options.some(mayBeEmpty);
    case 'repeat':
      return node.min === 0 || mayBeEmpty(node.body);
    default:
      return true;
  }
};

/**
 * Searches a text as `exec`, or with `g` as `matchAll` does, and counts the steps. Gives up when they
 * are more than `max`.
 */
export const walk = (program: Program, flags: string, text: string, max: number) => {
  let steps = 0;
  let isMatch = false;

  const matchAt = (code: Program, start: number): number | null => {
    const waiting: [pc: number, at: number][] = [[0, start]];
    for (let top = waiting.pop(); top !== undefined && steps <= max; top = waiting.pop()) {
      let [pc, at] = top;
      for (;;) {
        steps += 1;
        const instruction = code[pc];
        if (instruction === undefined) return at;
        if (instruction.op === 'split') {
          if (instruction.first !== instruction.second) waiting.push([instruction.second, at]);
          pc = instruction.first;
          continue;
        }
        if (instruction.op === 'char') {
          if (at >= text.length || !instruction.matches(text.charAt(at))) break;
          at += 1;
        } else if (instruction.op === 'assert') {
          if (!instruction.holds(text, at)) break;
        } else if ((matchAt(instruction.program, at) === null) !== instruction.isNegative) break;
        pc += 1;
      }
    }
    return null;
  };

  for (let start = 0; start <= text.length && steps <= max; start += 1) {
    const end = matchAt(program, start);
    isMatch ||= end !== null;
    if (end !== null && !flags.includes('g')) break;
    if (end !== null) start = Math.max(start, end - 1);
    if (flags.includes('y')) break;
  }
  return { steps, isMatch };
};
