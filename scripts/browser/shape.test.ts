import { expect, test } from 'vitest';
import { readShape, shapeOf } from './shape.ts';

const name = ({ viewport, theme }: ReturnType<typeof shapeOf>) => `${viewport.width}-${theme}`;

test('a test always has the same shape, and together they have all', () => {
  const shapes = Array.from({ length: 200 }, (_, place) => shapeOf(`pays ${place}`));
  expect(shapeOf('pays 7')).toEqual(shapes[7]);
  expect(new Set(shapes.map(name))).toHaveLength(8);
});

test('reads a shape by its name', () => {
  expect(readShape('390-light')).toEqual({ viewport: { width: 390, height: 844 }, theme: 'light' });
  expect(() => readShape('400-light')).toThrow('1440, 820, 390, 320');
});
