import { generate } from 'lean-qr';

/** Light modules around the code, without which readers do not find it. */
const QUIET = 4;

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const code = generate(text);
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')),
  );
  const size = code.size + 2 * QUIET;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={rows.flat().join('')} fill="#000" />
    </svg>
  );
};
