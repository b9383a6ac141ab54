import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RampOrder } from './order.ts';

/** Orders, newest first. */
export interface OrderStore {
  list(): readonly RampOrder[];
  find(id: string): RampOrder | null;
  /** Adds or replaces an order; resolves when it is durable. */
  save(order: RampOrder): Promise<void>;
}

const MOST = 500;

/** Opens the newest 500 orders of a file, which is written atomically. */
export async function openOrderStore(file: string): Promise<OrderStore> {
  await mkdir(dirname(file), { recursive: true });
  let orders = await readOrders(file);
  let queue: Promise<void> = Promise.resolve();
  return {
    list: () => orders,
    find: (id) => orders.find((order) => order.id === id) ?? null,
    save(order) {
      const isKnown = orders.some(({ id }) => id === order.id);
      orders = isKnown
        ? orders.map((each) => (each.id === order.id ? order : each))
        : [order, ...orders].slice(0, MOST);
      const written = queue.then(async () => {
        await writeFile(`${file}.new`, JSON.stringify(orders));
        await rename(`${file}.new`, file);
      });
      queue = written.catch(() => undefined);
      return written;
    },
  };
}

async function readOrders(file: string): Promise<readonly RampOrder[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RampOrder[];
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}
