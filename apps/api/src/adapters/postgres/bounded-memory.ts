/** Remembers a value; above a number of keys, the one is forgotten that was not remembered again for longest. */
export function rememberIn<Value>(
  memory: Map<string, Value>,
  most: number,
  [key, value]: readonly [key: string, value: Value],
): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > most && oldest !== undefined) memory.delete(oldest);
}
