import { CircleHelp, Ellipsis, PiggyBank, SlidersHorizontal, WifiOff } from 'lucide-react';
import { createElement, type FunctionComponent, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawnIcon } from '../../apps/web/src/ui/drawn-icon.ts';
import { classNamesOf, type IconData, shapesOf } from './icons.ts';

const ICONS = [
  ['wifi-off', WifiOff],
  ['circle-question-mark', CircleHelp],
  ['ellipsis', Ellipsis],
  ['piggy-bank', PiggyBank],
  ['sliders-horizontal', SlidersHorizontal],
] as const;

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

const USES: readonly IconProps[] = [
  {},
  { size: 17, className: 'icon' },
  { 'aria-hidden': 'true', className: 'icon big' },
  { 'aria-label': 'Offline', role: 'img' },
  { strokeWidth: 1.5, width: 12 },
];

/** Each element with its attributes in alphabetical order. */
function elementsOf(icon: FunctionComponent<IconProps>, props: IconProps): readonly string[] {
  const markup = renderToStaticMarkup(createElement(icon, props));
  return markup
    .split('<')
    .map((each) => (each.match(/[\w:-]+(?:="[^"]*")?/g) ?? []).sort().join(' '));
}

test.each(ICONS)('the build draws %s as lucide-react does', async (file, icon) => {
  const module = `lucide-react/dist/esm/icons/${file}.mjs`;
  const { __iconData: data } = (await import(/* @vite-ignore */ module)) as {
    __iconData: IconData;
  };
  const drawn = drawnIcon(classNamesOf(data), shapesOf(data));
  for (const props of USES) expect(elementsOf(drawn, props)).toEqual(elementsOf(icon, props));
});

test('an icon on another grid, or with parts within parts, fails the build', () => {
  const icon = { name: 'odd', size: 24, node: [] };
  expect(() => shapesOf({ ...icon, size: 32 })).toThrow('24 by 24');
  const nested = [['g', {}, []]] as unknown as IconData['node'];
  expect(() => shapesOf({ ...icon, node: nested })).toThrow('parts within parts');
});
