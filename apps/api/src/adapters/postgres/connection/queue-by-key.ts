/**
 * Lets work under one key run one after the other, in the order in which it came; other keys do not wait.
 * @returns a function that resolves or rejects as its work does.
 */
export function createQueueByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastByKey.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    lastByKey.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lastByKey.get(key) === turn) lastByKey.delete(key);
    }
  };
}
