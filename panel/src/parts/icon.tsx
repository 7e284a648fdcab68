/** Paths on a 24 × 24 grid, drawn for this panel. */
const PATHS = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  orders: 'M7 4h10v16l-2.5-1.6L12 20l-2.5-1.6L7 20zM10 8.5h4M10 12h4',
  cash: 'M4 7h16v10H4zM12 14.5a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM7 10v.01M17 14v.01',
  menu: 'M12 6.5C10 5 7 4.7 4 5v13c3-.3 6 0 8 1.5 2-1.5 5-1.8 8-1.5V5c-3-.3-6 0-8 1.5zm0 0v13',
  chart: 'M5 19h14M7.5 16v-5M12 16V6M16.5 16v-8',
  zones: 'M9 5 4 7v12l5-2 6 2 5-2V5l-5 2zM9 5v12M15 7v12',
  store:
    'M5 10v9h14v-9M4 10l1.5-5h13L20 10M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 19v-4.5h4V19',
  key: 'M14.5 13.5a4 4 0 1 0-4-4c0 .6.1 1.1.3 1.6L5 17v2.5h3V17h2v-2l1.5-1.6c.9.1 2 .1 3 .1zM15.5 8.5v.01',
  hook: 'M9 8.5a3 3 0 1 1 4.4 2.6l2.4 4.4M8.2 13.2A3 3 0 1 0 10 16.5h5.5M12 8.5 9.3 13.6M17 13.6a3 3 0 1 1-1.2 5.4',
  activity: 'M4 12h3.5l2.5 6 4-12 2.5 6H20',
  shield: 'M12 4 5.5 6.5v5c0 4 2.7 6.9 6.5 8.5 3.8-1.6 6.5-4.5 6.5-8.5v-5zM9.3 12l2 2 3.5-3.8',
  users:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c.3-3 2.6-5 5.5-5s5.2 2 5.5 5M15.5 5.3a3 3 0 0 1 0 5.4M17 14.3c2 .7 3.3 2.4 3.5 4.7',
  pulse: 'M4 5h16v11H4zM9 20h6M12 16v4M7 11h2.5l1.5-3 2 5 1.5-2H17',
  book: 'M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5V5.5M19 18v3H7.5',
  edit: 'M5 19h4L19 9l-4-4L5 15zM13 7l4 4',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5 20 20',
  close: 'm6 6 12 12M18 6 6 18',
  bars: 'M4 7h16M4 12h16M4 17h16',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v2',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4.5 3.5 19h17zM12 10v4.5M12 16.8v.01',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8v.01',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12a9.5 9.5 0 0 1 4-2.4M13.6 9.3A9.5 9.5 0 0 1 18.5 12M12 19v.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  device: 'M5 5h14v10H5zM9 19h6M12 15v4',
  out: 'M13 5H6v14h7M10 12h10M17 9l3 3-3 3',
  refresh: 'M19 12a7 7 0 1 1-2.1-5M19 4v4h-4',
  printer: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  bike: 'M6.5 18.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM17.5 18.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6.5 15.5 10 9h5l2.5 6.5M13 5.5h2L16 9M8.5 9h2.5',
  bag: 'M6 8h12l1 12H5zM9 10V7a3 3 0 0 1 6 0v3',
  table: 'M4 9h16M6 9v10M18 9v10M12 9v7M9 16h6',
  screen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  bell: 'M6 16.500V11a6 6 0 1 1 12 0v5.500l1.500 2h-15zM10 21a2 2 0 0 0 4 0',
  bellOff: 'M4 4l16 16M8 6.600a6 6 0 0 1 10 4.400v4M6 10v6.500l-1.500 2H17M10 21a2 2 0 0 0 4 0',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.2l3 1.8',
  user: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.4-3.6 3.3-6 7-6s6.6 2.4 7 6',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2',
  star: 'm12 4.5 2.3 4.8 5.2.7-3.8 3.7.9 5.3-4.6-2.5-4.6 2.5.9-5.300L4.5 10l5.2-.700z',
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers: an icon is always beside a word, or inside a control that has a name. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number | string }) => (
  <svg
    aria-hidden="true"
    focusable="false"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={PATHS[name]} />
  </svg>
);

export const Logo = ({ size = 26 }: { size?: number }) => (
  <svg aria-hidden="true" focusable="false" width={size} height={size} viewBox="0 0 32 32">
    <rect width="32" height="32" rx="9" fill="currentColor" />
    <path d="M10 6h12v20l-3-2-3 2-3-2-3 2z" fill="var(--paper)" />
    <path
      d="M13 11h6M13 15h6M13 19h4"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </svg>
);
