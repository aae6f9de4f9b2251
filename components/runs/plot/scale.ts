export type Scale = (value: number) => number;

/** From the values' span to that of pixels; a span of nothing stands in its middle. */
export function linear(from: readonly [number, number], to: readonly [number, number]): Scale {
  const [a, b] = from;
  const [c, d] = to;
  if (a === b) return () => (c + d) / 2;
  return (value) => c + ((value - a) / (b - a)) * (d - c);
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round values from `min` to `max`, about `count` of them. */
export function ticks(min: number, max: number, count: number): readonly number[] {
  if (!(max > min) || count < 1) return [min];
  const raw = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((candidate) => candidate * power >= raw) ?? 10);
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    // 0.30000000000000004 is nobody's tick.
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** An SVG path through points; a gap where a value is not known. */
export function pathOf(points: readonly (readonly [number, number] | null)[]): string {
  let path = '';
  let drawing = false;
  for (const point of points) {
    if (point === null) {
      drawing = false;
      continue;
    }
    path += `${drawing ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    // A point alone would not be seen.
    if (!drawing) path += `h0.01`;
    drawing = true;
  }
  return path;
}
