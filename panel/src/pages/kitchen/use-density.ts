import { type RefObject, useLayoutEffect, useState } from 'react';
import { useBrowser } from '../../use-browser.ts';

const DENSITIES = ['large', 'medium', 'compact'] as const;

const overflows = (board: HTMLElement | null): boolean => {
  if (board === null) return false;
  const isWide = board.scrollWidth > board.clientWidth + 1;
  return isWide || [...board.querySelectorAll('.tickets')].some(isLong);
};
const isLong = (list: Element): boolean => list.scrollHeight > list.clientHeight + 1;

/** The largest density that fits: tickets begin large and shrink, before the paint, while a state is cut off or has to scroll. */
export const useDensity = (board: RefObject<HTMLElement | null>, content: string) => {
  const viewport = useBrowser(window, 'resize', () => `${innerWidth}×${innerHeight}`);
  const key = `${content} ${viewport}`;
  const [tried, setTried] = useState({ key, level: 0 });
  const level = tried.key === key ? tried.level : 0;
  useLayoutEffect(() => {
    if (level < DENSITIES.length - 1 && overflows(board.current))
      setTried({ key, level: level + 1 });
  }, [board, key, level]);
  return DENSITIES[level] ?? 'compact';
};
