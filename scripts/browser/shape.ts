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

/**
 * Reads a shape such as `390-light`; without one, it is `1440-dark`.
 * @throws Error if it is none of the four widths with one of the two themes
 */
export function readShape(name = '1440-dark'): Shape {
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
