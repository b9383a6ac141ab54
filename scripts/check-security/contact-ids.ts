import { randomUUID } from 'node:crypto';
import { startProduct } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import { compareSamples, type Sample } from './compare-samples.ts';
import { registerNewcomer } from './newcomer.ts';
import { timedPost } from './timed-post.ts';

const SAMPLES = 200;

const CONTENT = {
  ...{ name: 'Noor', emailOrPhone: 'noor@kax.test', publicAddress: null },
  ...{ privateAddress: null, note: null, isOnKax: false },
};

/** What a stranger can try with the ID of a contact. */
const PROBES = [
  {
    name: 'change',
    path: (id: string) => `/wallet/contacts/${id}`,
    body: { ...CONTENT, version: 1 },
  },
  { name: 'remove', path: (id: string) => `/wallet/contacts/${id}/remove`, body: {} },
] as const;

/** Someone else's contact and one that doesn't exist get the same response in the same time (S26). */
export async function checkContactIds(): Promise<CheckLine> {
  const product = await startProduct({ environment: { TRUSTED_PROXIES: '1' } });
  try {
    const [owner, stranger] = [await registerNewcomer(product), await registerNewcomer(product)];
    const added = await timedPost(product, owner, { path: '/wallet/contacts', body: CONTENT });
    const { data } = JSON.parse(added.shape) as { data: { id: string } };
    const comparisons = [];
    for (const { name, path, body } of PROBES) {
      const samples = { ofOther: [] as Sample[], ofNone: [] as Sample[] };
      for (let index = 0; index < SAMPLES; index += 1) {
        const pair = [
          { id: data.id, to: samples.ofOther },
          { id: randomUUID(), to: samples.ofNone },
        ];
        for (const { id, to } of index % 2 === 0 ? pair : pair.reverse()) {
          to.push(await timedPost(product, stranger, { path: path(id), body }));
        }
      }
      comparisons.push(compareSamples({ name, status: 404 }, samples.ofOther, samples.ofNone));
    }
    // The owner's contact is still there to be changed.
    const path = `/wallet/contacts/${data.id}`;
    const kept = await timedPost(product, owner, { path, body: { ...CONTENT, version: 1 } });
    return {
      id: 'S26',
      name: 'no response tells someone else’s contact from one that doesn’t exist',
      figure: [`${SAMPLES} samples each`, ...comparisons.map(({ figure }) => figure)].join('; '),
      isGood: kept.status === 200 && comparisons.every(({ isGood }) => isGood),
    };
  } finally {
    await product.remove();
  }
}
