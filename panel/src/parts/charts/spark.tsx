const WIDTH = 72;
const HEIGHT = 20;

/** A sparkline of two values or more, without figures: the row beside it has them. */
export const Spark = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(...values, 1);
  const step = WIDTH / (values.length - 1);
  const points = values.map((value, i) => {
    const y = HEIGHT - 2 - (value / most) * (HEIGHT - 4);
    return `${(i * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} aria-hidden="true" focusable="false">
      <polyline points={points.join(' ')} />
    </svg>
  );
};
