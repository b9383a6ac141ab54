import { randomUUID } from 'node:crypto';
import { type Product, startProduct } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import { compareSamples, type Sample } from './compare-samples.ts';
import { FOR_MANY_NEWCOMERS, type Newcomer, registerNewcomer } from './newcomer.ts';
import { timedPost } from './timed-post.ts';

const SAMPLES = 200;
const CHANNELS = ['email', 'phone'] as const;

/** A search for someone who doesn't want to be found and one for someone without an account are the same (S25). */
export async function checkFindRecipient(): Promise<CheckLine> {
  // Enough codes for everyone who registers.
  const product = await startProduct({ environment: FOR_MANY_NEWCOMERS });
  try {
    const found = { email: newSamples(), phone: newSamples() };
    let hidden = await registerHidden(product);
    for (let index = 0; index < SAMPLES; index += 1) {
      // Each searches four times, which is below every limit.
      const searcher = await registerHidden(product);
      for (const channel of CHANNELS) {
        await searchForBoth(product, searcher, {
          ...{ hidden: hidden[channel], unknown: unknownLike(index)[channel] },
          ...{ isHiddenFirst: index % 2 === 0, samples: found[channel] },
        });
      }
      hidden = searcher;
    }
    const findings = CHANNELS.map((channel) => {
      const probe = { name: `search by ${channel}`, status: 200 };
      return compareSamples(probe, found[channel].ofHidden, found[channel].ofUnknown);
    });
    return {
      id: 'S25',
      name: 'no search tells who doesn’t want to be found from who has no account',
      figure: [`${SAMPLES} samples each`, ...findings.map(({ figure }) => figure)].join('; '),
      isGood: findings.every(({ isGood }) => isGood),
    };
  } finally {
    await product.remove();
  }
}

interface Samples {
  readonly ofHidden: Sample[];
  readonly ofUnknown: Sample[];
}

const newSamples = (): Samples => ({ ofHidden: [], ofUnknown: [] });

async function registerHidden(product: Product): Promise<Newcomer> {
  const user = await registerNewcomer(product);
  const { status } = await timedPost(product, user, {
    path: '/auth/discoverability',
    body: { isDiscoverable: false },
  });
  if (status !== 200) throw new Error(`A user could not hide: ${status}.`);
  return user;
}

/** Alternates who comes first, so that only the account differs. */
async function searchForBoth(
  product: Product,
  searcher: Newcomer,
  {
    hidden,
    unknown,
    isHiddenFirst,
    samples: { ofHidden, ofUnknown },
  }: {
    readonly hidden: string;
    readonly unknown: string;
    readonly isHiddenFirst: boolean;
    readonly samples: Samples;
  },
): Promise<void> {
  const pair = [
    { emailOrPhone: hidden, samples: ofHidden },
    { emailOrPhone: unknown, samples: ofUnknown },
  ];
  for (const { emailOrPhone, samples } of isHiddenFirst ? pair : pair.reverse()) {
    const body = { emailOrPhone };
    samples.push(await timedPost(product, searcher, { path: '/wallet/find-recipient', body }));
  }
}

/** Like the email and phone of a newcomer, and of no one. */
function unknownLike(index: number): Pick<Newcomer, (typeof CHANNELS)[number]> {
  const email = `p${index}-${randomUUID().slice(0, 8)}@kax.test`;
  return { email, phone: `+35192${String(1_000_000 + index)}` };
}
