import { createHash } from 'node:crypto';

/** What a browser test sees the product as, unless the test chooses itself. */
export interface Shape {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: 'dark' | 'light';
}

const HEIGHTS = new Map([
  [1440, 900],
  [820, 1180],
  [390, 844],
  [320, 650],
]);

const THEMES = ['dark', 'light'] as const;
const SHAPES: readonly Shape[] = [...HEIGHTS].flatMap(([width, height]) =>
  THEMES.map((theme) => ({ viewport: { width, height }, theme })),
);

/** @returns the shape that a test has while none is chosen: always the same one for a title, each as often as the others */
export function shapeOf(title: string): Shape {
  const [first = 0] = createHash('sha256').update(title).digest();
  return SHAPES[first % SHAPES.length] as Shape;
}

/**
 * Reads a shape such as `390-light`.
 * @throws Error if it is none of the four widths with one of the two themes
 */
export function readShape(name: string): Shape {
  const [digits, theme] = name.split('-');
  const width = Number(digits);
  const height = HEIGHTS.get(width);
  if (height === undefined || (theme !== 'dark' && theme !== 'light')) {
    throw new Error(
      `SHAPE=${name}: it is one of ${[...HEIGHTS.keys()].join(', ')}, with -dark or -light.`,
    );
  }
  return { viewport: { width, height }, theme };
}
