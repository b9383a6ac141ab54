import type { Operations, OperationUpdate } from '../ports/operations.ts';

/**
 * Stores each update as soon as it is there: alone, or with those that arrived while the group before was stored, so
 * that a busy run does not cost a statement for each.
 * @returns a function that resolves when its update is stored, and rejects when its group could not be.
 */
export function recordInGroups({
  record,
}: Pick<Operations, 'record'>): (update: OperationUpdate) => Promise<void> {
  let waiting: OperationUpdate[] = [];
  let storing: Promise<unknown> = Promise.resolve();
  let nextGroup: Promise<unknown> | null = null;

  async function storeAfter(previous: Promise<unknown>): Promise<void> {
    await previous.catch(() => {
      // Those whose updates were in that group know it.
    });
    const group = waiting;
    waiting = [];
    nextGroup = null;
    await record(group);
  }

  return async (update) => {
    waiting.push(update);
    if (nextGroup === null) {
      nextGroup = storeAfter(storing);
      storing = nextGroup;
    }
    await nextGroup;
  };
}
