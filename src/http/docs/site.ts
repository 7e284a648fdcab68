import type { Lang } from './guides.ts';
import type { Guide } from './markdown.ts';

export interface SiteOptions {
  version: string;
  /** How clients reach the public listener, without a trailing slash. */
  publicUrl: string;
}

/** What every page needs to know about the site. */
export interface Site {
  /** The path of PUBLIC_URL: it precedes every address. */
  root: string;
  version: string;
  /** Addresses of the style sheets. */
  styles: Readonly<Record<'guide' | 'reference', string>>;
  /** In the order of the navigation, the start page first. */
  guides: Readonly<Record<Lang, readonly Guide[]>>;
}
