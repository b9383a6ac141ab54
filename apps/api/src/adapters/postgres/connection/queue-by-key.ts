/**
 * Runs work under one key one after the other, in order of arrival; other keys do not wait.
 * @returns a function that resolves or rejects as its work does.
 */
export function createQueueByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastByKey.get(key) ?? Promise.resolve();
    const queued = before.then(work, work);
    lastByKey.set(key, queued);
    try {
      return await queued;
    } finally {
      if (lastByKey.get(key) === queued) lastByKey.delete(key);
    }
  };
}
