import type { EarlierRows } from '../ports/earlier-rows.ts';
import type { OnceMark } from '../ports/once-mark.ts';

/**
 * Seals the rows of before seals existed, once for each folder of keys: from then on, one without a seal was put there
 * by something else.
 * @returns how many were sealed
 */
export async function sealEarlierRows({
  rows,
  mark,
}: {
  readonly rows: EarlierRows;
  readonly mark: OnceMark;
}): Promise<number> {
  if (await mark.isSet()) return 0;
  const count = await rows.sealAll();
  await mark.set();
  return count;
}
