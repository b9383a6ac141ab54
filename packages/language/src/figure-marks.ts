import { pageLocale } from './t.ts';

interface FigureMarks {
  readonly decimal: string;
  readonly group: string;
}

/** @returns what separates decimals and thousands in the language of this page, such as `.` and `,` in English */
export function figureMarks(): FigureMarks {
  const parts = new Intl.NumberFormat(pageLocale()).formatToParts(1_234_567.8);
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  return { decimal: mark('decimal') ?? '.', group: mark('group') ?? ',' };
}
