import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useBrowser } from '../../use-browser.ts';

/** The smallest type of a screen this size; on a larger one it grows, because one stands further away. */
const SMALLEST_PX = 20;
const SMALLEST_ON = { width: 1_024, height: 768 };
/** The largest: so many lines to the shorter side. */
const LINES_MIN = 15;
/** Starting each state in a column of its own may cost so much of the type's size, and no more. */
const OWN_COLUMN_SHARE = 0.8;
/** How long a page stays; the first, with the orders that have waited longest, stays twice as long. */
const PAGE_MS = 8_000;
/** A page that somebody chose stays longer. */
const CHOSEN_MS = 30_000;

interface Pages {
  count: number;
  current: number;
  /** Orders on other pages. */
  hidden: number;
  next(): void;
}

/** Whether all columns of the board are in sight. */
const fits = (board: HTMLElement): boolean => board.scrollWidth <= board.clientWidth + 1;

/** Whether a ticket goes on in the next column. */
const isTorn = (ticket: Element): boolean => ticket.getClientRects().length > 1;

const largestThatFits = (board: HTMLElement, smallestPx: number, largestPx: number): number => {
  let [low, high] = [smallestPx, largestPx];
  while (low < high) {
    const px = Math.ceil((low + high) / 2);
    board.style.fontSize = `${px}px`;
    if (fits(board) && ![...board.querySelectorAll('.ticket')].some(isTorn)) low = px;
    else high = px - 1;
  }
  board.style.fontSize = `${low}px`;
  return low;
};

/** Sets the largest type with which all tickets are in sight, before the paint; the smallest if there is none. */
const fitType = (board: HTMLElement): void => {
  board.style.fontSize = '';
  // A phone scrolls instead.
  if (getComputedStyle(board).overflowX === 'visible') return;
  const { innerWidth: width, innerHeight: height } = window;
  const scale = Math.min(width / SMALLEST_ON.width, height / SMALLEST_ON.height);
  const smallest = Math.round(SMALLEST_PX * Math.max(1, scale));
  const largest = Math.max(smallest, Math.floor(Math.min(width, height) / LINES_MIN));
  const tryWith = (own: boolean): number => {
    board.dataset['own'] = String(own);
    return largestThatFits(board, smallest, largest);
  };
  const together = tryWith(false);
  const apart = tryWith(true);
  if (apart < together * OWN_COLUMN_SHARE || !fits(board)) tryWith(false);
};

const strideOf = (board: HTMLElement): number =>
  board.clientWidth + Number.parseFloat(getComputedStyle(board).columnGap);

/**
 * Fits the type of the board to the screen. Where the smallest does not fit, the columns become pages, which turn by
 * themselves. Measured again when `content` changes.
 */
export const useFit = (
  board: RefObject<HTMLElement | null>,
  pager: RefObject<HTMLElement | null>,
  content: string,
): Pages => {
  const viewport = useBrowser(window, 'resize', () => `${innerWidth}×${innerHeight}`);
  const [pages, setPages] = useState({ count: 1, current: 0, hidden: 0, chosen: false });

  const measure = useCallback(() => {
    const element = board.current;
    if (element === null || pager.current === null) return;
    pager.current.hidden = true;
    fitType(element);
    pager.current.hidden = fits(element);
    const stride = strideOf(element);
    const count = fits(element) ? 1 : Math.ceil(element.scrollWidth / stride);
    setPages((before) => ({ ...before, count, current: Math.min(before.current, count - 1) }));
  }, [board, pager]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when these change
  useLayoutEffect(measure, [measure, content, viewport]);
  // The banner of an outage takes a part of the height.
  useEffect(() => {
    const parent = board.current?.parentElement;
    if (!parent) return;
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [board, measure]);

  const { count, current, chosen } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other orders stand there when the content changes
  useLayoutEffect(() => {
    const element = board.current;
    if (element === null) return;
    element.scrollLeft = current * strideOf(element);
    const { left, right } = element.getBoundingClientRect();
    const hidden = [...element.querySelectorAll('.ticket')].filter((ticket) => {
      const box = ticket.getBoundingClientRect();
      return box.right > right + 1 || box.left < left - 1;
    }).length;
    setPages((before) => (before.hidden === hidden ? before : { ...before, hidden }));
  }, [board, count, current, content, viewport]);

  const turn = useCallback(
    (isChosen: boolean) =>
      setPages((before) => ({
        ...before,
        current: (before.current + 1) % before.count,
        chosen: isChosen,
      })),
    [],
  );
  useEffect(() => {
    if (count === 1) return;
    const stayMs = chosen ? CHOSEN_MS : current === 0 ? 2 * PAGE_MS : PAGE_MS;
    const timer = setTimeout(() => turn(false), stayMs);
    return () => clearTimeout(timer);
  }, [count, current, chosen, turn]);

  return { count, current, hidden: pages.hidden, next: () => turn(true) };
};
