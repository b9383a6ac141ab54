import { randomUUID } from 'node:crypto';
import { type Product, startProduct } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import { forwardedFor, type Newcomer, registerNewcomer } from './newcomer.ts';

/** One of the calls that could tell whether somebody has an account. */
interface Probe {
  readonly name: string;
  readonly path: string;
  readonly body: (person: Pick<Newcomer, 'email' | 'phone'>) => object;
}

interface Sample {
  readonly ms: number;
  readonly status: number;
  readonly shape: string;
}

const SAMPLES = 500;
const MOST_T = 4.5;
const MOST_MEDIAN_DIFFERENCE = 0.05;
const wrongCodes = { emailOTP: '000000', phoneOTP: '000000' };

const probes: readonly Probe[] = [
  {
    name: 'login',
    path: '/auth/login',
    body: ({ email }) => ({ email, password: 'Wrong!Word7' }),
  },
  {
    name: 'register',
    path: '/auth/register',
    body: ({ email, phone }) => ({ name: 'Some Body', email, phone, password: 'Wrong!Word7' }),
  },
  { name: 'send-reset', path: '/auth/send-reset-password-otps', body: ({ email }) => ({ email }) },
  { name: 'resend', path: '/auth/resend-otp', body: ({ email }) => ({ email: `x${email}` }) },
  {
    name: 'reset',
    path: '/auth/reset-password',
    body: ({ email }) => ({ email, newPassword: 'Other!Word7', ...wrongCodes }),
  },
];

/** Somebody with an account and somebody without one get the same answers in the same time (S25). */
export async function checkEnumeration(): Promise<CheckLine> {
  process.env.TRUSTED_PROXIES = '1';
  const product = await startProduct();
  try {
    const known: Newcomer[] = [];
    for (let index = 0; index < SAMPLES; index += 1) known.push(await registerNewcomer(product));
    // The codes of the registration were sent a moment ago; new ones may be asked for after a minute.
    await new Promise((done) => setTimeout(done, 61_000));
    const figures: string[] = [`${SAMPLES} samples each`];
    let isGood = true;
    for (const probe of probes) {
      const { figure, ok } = await compare(product, probe, known);
      figures.push(`${probe.name} ${figure}`);
      isGood &&= ok;
    }
    return {
      id: 'S25',
      name: 'nobody learns who has an account',
      figure: figures.join('; '),
      isGood,
    };
  } finally {
    await product.remove();
  }
}

async function compare(
  product: Product,
  probe: Probe,
  known: readonly Newcomer[],
): Promise<{ figure: string; ok: boolean }> {
  const ofKnown: Sample[] = [];
  const ofUnknown: Sample[] = [];
  for (const [index, person] of known.entries()) {
    const stranger = {
      email: `s${randomUUID().slice(0, 8)}@kax.test`,
      phone: `+35192${String(1_000_000 + index)}`,
    };
    // In turns, and each first as often as the other, so that nothing but the account differs.
    const pair = index % 2 === 0 ? [person, stranger] : [stranger, person];
    for (const each of pair) {
      (each === person ? ofKnown : ofUnknown).push(await sample(product, probe, each));
    }
  }
  const answers = new Set([...ofKnown, ...ofUnknown].map(({ status, shape }) => status + shape));
  const t = Math.abs(welch(times(ofKnown), times(ofUnknown)));
  const difference = Math.abs(median(times(ofKnown)) / median(times(ofUnknown)) - 1);
  return {
    figure: `|t| ${t.toFixed(1)}, medians ${(difference * 100).toFixed(1)} % apart, ${answers.size} kind of answer`,
    ok: t < MOST_T && difference <= MOST_MEDIAN_DIFFERENCE && answers.size === 1,
  };
}

async function sample(
  { url }: Product,
  { path, body }: Probe,
  person: Pick<Newcomer, 'email' | 'phone'>,
): Promise<Sample> {
  const headers = { 'content-type': 'application/json', ...forwardedFor() };
  const text = JSON.stringify(body(person));
  const begin = performance.now();
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: text });
  const content: unknown = await answer.json();
  return { ms: performance.now() - begin, status: answer.status, shape: shapeOf(content) };
}

function times(samples: readonly Sample[]): readonly number[] {
  return samples.map(({ ms }) => ms);
}

/** Names of the fields in their order. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  const fields = Object.entries(value).map(([key, inner]) => `${key}:${shapeOf(inner)}`);
  return `{${fields.join()}}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Welch's t of two samples, the slowest 5 % of each left out: they are the machine's. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [trim(one), trim(other)];
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);
}

function trim(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.slice(0, Math.ceil(sorted.length * 0.95));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
