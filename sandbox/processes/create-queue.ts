/** Runs pieces of work one after another, in order of arrival. */
export type InOrder = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @returns a function that resolves or rejects as its work does; failed work does not block the next */
export function createQueue(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
