import { groupThousands } from '#domain/amount/base-units-to-display';
import { figureMarks } from '#language/figure-marks';
import { inOwnDirection } from '#language/t';

const { decimal, group } = figureMarks();
const IS_ENGLISH = decimal === '.' && group === ',';

/** @returns a figure as the page's language writes it: `4725.5` as `4,725.5` in English and as `4.725,5` in Spanish */
export function localFigure(display: string): string {
  const english = groupThousands(display);
  return IS_ENGLISH
    ? english
    : english.replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group));
}

/** @returns the beginning of a figure without separators of thousands and with a point, the inverse of `localFigure` */
export function plainFigure(figure: string): string {
  return figure.replaceAll(group, '').replace(decimal, '.');
}

/** @returns an amount as the page's language writes it, such as `4,725.5 USDC`, which reads so in any text */
export function localAmount(display: string, symbol: string): string {
  return withSymbol(localFigure(display), symbol);
}

/** The same for a figure that is already in the page's language. */
export function withSymbol(figure: string, symbol: string): string {
  return inOwnDirection(`${figure} ${symbol}`);
}
