import { createElement, type ReactElement, type SVGProps } from 'react';

/** A part of an icon: a path by its line alone, or another element with its attributes. */
export type IconShape =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>];

interface DrawnIconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * Draws an icon as lucide-react does. The build puts it in the place of lucide's own components, which are larger.
 * @returns a component with the props of lucide's that we use
 */
export function drawnIcon(classNames: string, shapes: readonly IconShape[]) {
  return ({ size = 24, className, ...rest }: DrawnIconProps): ReactElement =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${classNames} ${className}` : classNames,
        'aria-hidden': isNamed(rest) ? undefined : 'true',
        ...rest,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string'
          ? createElement('path', { d: shape })
          : createElement(shape[0], shape[1]),
      ),
    );
}

function isNamed(props: object): boolean {
  return Object.keys(props).some((name) => /^(?:aria-|role$|title$|children$)/.test(name));
}
