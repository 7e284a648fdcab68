import { type RefObject, useLayoutEffect } from 'react';

/** The height of a row in the grid of tickets, as kitchen.css has it. */
const ROW_PX = 4;
const GAP_PX = 12;

/**
 * A masonry layout: gives each ticket as many rows of the grid as it is tall, so that the next one moves up below the
 * shortest column, instead of beginning below the tallest ticket of its line.
 */
export const usePacking = (list: RefObject<HTMLElement | null>, layout: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: packs again when the layout changes
  useLayoutEffect(() => {
    const tickets = [...(list.current?.children ?? [])] as HTMLElement[];
    const pack = () => {
      const heights = tickets.map((ticket) => ticket.offsetHeight);
      for (const [i, ticket] of tickets.entries()) {
        ticket.style.gridRowEnd = `span ${Math.ceil(((heights[i] ?? 0) + GAP_PX) / ROW_PX)}`;
      }
    };
    pack();
    const observer = new ResizeObserver(pack);
    for (const ticket of tickets) observer.observe(ticket);
    return () => observer.disconnect();
  }, [list, layout]);
};
