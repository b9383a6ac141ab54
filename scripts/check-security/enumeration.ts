import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import { type Comparison, compareSamples, type Sample } from './compare-samples.ts';
import { FOR_MANY_NEWCOMERS, type Newcomer, registerNewcomer } from './newcomer.ts';

/** Who a call is made for. */
type Subject = Pick<Newcomer, 'email' | 'phone'>;

/** One of the calls that could reveal whether someone has an account, or has begun to register. */
interface Probe {
  readonly name: string;
  readonly path: string;
  readonly body: (user: Subject) => object;
  /** The status that every user must get. A rate limit would make all responses equal and prove nothing. */
  readonly status: number;
}

const SAMPLES = 500;
/** After the codes of a registration, the next ones are sent only after this long. */
const SENDS_APART_MS = 61_000;
const wrongCodes = { emailOTP: '000000', phoneOTP: '000000' };

/** In this order: a reset needs live codes on both sides, and the strangers have begun to register after `register`. */
const probes: readonly Probe[] = [
  {
    name: 'login',
    path: '/auth/login',
    status: 401,
    body: ({ email }) => ({ email, password: 'Wrong!Word7' }),
  },
  {
    name: 'send-reset',
    path: '/auth/send-reset-password-otps',
    status: 200,
    body: ({ email }) => ({ email }),
  },
  {
    name: 'reset',
    path: '/auth/reset-password',
    status: 400,
    body: ({ email }) => ({ email, newPassword: 'Other!Word7', ...wrongCodes }),
  },
  {
    name: 'register',
    path: '/auth/register',
    status: 200,
    body: ({ email, phone }) => ({ name: 'Some Body', email, phone, password: 'Wrong!Word7' }),
  },
];
const resend: Probe = {
  name: 'resend',
  path: '/auth/resend-otp',
  status: 200,
  body: ({ email }) => ({ email }),
};

/** Users with and without an account get the same responses in the same time (S25). */
export async function checkEnumeration(): Promise<CheckLine> {
  // Enough of everything: a limit that is reached would make all responses equal.
  const product = await startProduct({ environment: FOR_MANY_NEWCOMERS });
  try {
    const known: Newcomer[] = [];
    for (let index = 0; index < SAMPLES; index += 1) known.push(await registerNewcomer(product));
    await sleep(SENDS_APART_MS);
    const strangers = makeStrangers(1_000_000);
    const findings = [];
    for (const probe of probes) findings.push(await compare(product, probe, { known, strangers }));
    await sleep(SENDS_APART_MS);
    findings.push(
      await compare(product, resend, { known: strangers, strangers: makeStrangers(2_000_000) }),
    );
    return {
      id: 'S25',
      name: 'no one learns who has an account',
      figure: [`${SAMPLES} samples each`, ...findings.map(({ figure }) => figure)].join('; '),
      isGood: findings.every(({ isGood }) => isGood),
    };
  } finally {
    await product.remove();
  }
}

function makeStrangers(firstNumber: number): readonly Subject[] {
  return Array.from({ length: SAMPLES }, (_, index) => ({
    email: `s${randomUUID().slice(0, 8)}@kax.test`,
    phone: `+35192${String(firstNumber + index)}`,
  }));
}

async function compare(
  product: Product,
  probe: Probe,
  {
    known,
    strangers,
  }: { readonly known: readonly Subject[]; readonly strangers: readonly Subject[] },
): Promise<Comparison> {
  const ofKnown: Sample[] = [];
  const ofStrangers: Sample[] = [];
  for (const [index, user] of known.entries()) {
    const pair = [
      { subject: user, samples: ofKnown },
      { subject: strangers[index] ?? user, samples: ofStrangers },
    ];
    // Alternates who goes first, so that only the account differs.
    for (const { subject, samples } of index % 2 === 0 ? pair : pair.reverse()) {
      samples.push(await sample(product, probe, subject));
    }
  }
  return compareSamples(probe, ofKnown, ofStrangers);
}

async function sample({ url }: Product, { path, body }: Probe, user: Subject): Promise<Sample> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': networkOf(user) };
  const text = JSON.stringify(body(user));
  const begin = performance.now();
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: text });
  const content: unknown = await response.json();
  return { ms: performance.now() - begin, status: response.status, shape: shapeOf(content) };
}

/** A user has a network of their own, where codes that they requested are valid. */
function networkOf({ phone }: Subject): string {
  const number = Number(phone.slice(-6));
  return `10.${(number >> 8) & 255}.${number & 255}.${phone.startsWith('+35191') ? 1 : 2}`;
}

/** Names of the fields in their order. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  const fields = Object.entries(value).map(([key, inner]) => `${key}:${shapeOf(inner)}`);
  return `{${fields.join()}}`;
}
