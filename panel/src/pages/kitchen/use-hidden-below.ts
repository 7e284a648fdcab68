import { type RefObject, useEffect, useState } from 'react';

/** How many children of a scrolling list are cut off or below the visible part. Measured again when `layout` changes. */
export const useHiddenBelow = (list: RefObject<HTMLElement | null>, layout: string): number => {
  const [hidden, setHidden] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the layout changes
  useEffect(() => {
    const element = list.current;
    if (element === null) {
      setHidden(0);
      return;
    }
    const measure = () => {
      const isScrolling = element.scrollHeight > element.clientHeight + 1;
      const { bottom } = element.getBoundingClientRect();
      const below = [...element.children].filter(
        (child) => child.getBoundingClientRect().bottom > bottom + 1,
      );
      setHidden(isScrolling ? below.length : 0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [list, layout]);
  return hidden;
};
