/** Writes values with whole numbers of any size and times among them as text that `readExact` reads again. */
export function writeExact(value: unknown): string {
  return JSON.stringify(tag(value));
}

/** @returns what `writeExact` was given. Throws for anything else. */
export function readExact<T>(text: string): T {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$integer' in value) return BigInt(String(value.$integer));
    return '$date' in value ? new Date(String(value.$date)) : value;
  }) as T;
}

function tag(value: unknown): unknown {
  if (typeof value === 'bigint') return { $integer: value.toString() };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(tag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tag(each)]));
}
