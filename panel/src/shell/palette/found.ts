import type { IconName } from '../../parts/icon.tsx';

/** A line of the palette: it opens a page or runs an action. */
export interface Found {
  key: string;
  icon: IconName;
  name: string;
  note: string;
  /** Other words by which it is found. */
  words?: string;
  href?: string;
  act?(): void;
}
