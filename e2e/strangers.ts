import { request } from 'node:http';
import type { WorkPuzzle } from '#wire/error-body';
import { errorBody, WORK_HEADER } from '#wire/error-body';

/** How many of a stranger's attempts cost nothing. */
const FREE = 15;
const OF_ONE_NETWORK = 4;

/** Each crowd has addresses of its own: what fails from one address is counted for all names together. */
let crowds = 0;

/**
 * Tries wrong passwords for an email as strangers on several networks do, with the work that is asked for.
 * @param paid attempts beyond the free ones; each doubles the work that the next sign-in has to do
 */
export async function guessPasswords(
  baseURL: string,
  { email, paid }: { readonly email: string; readonly paid: number },
): Promise<void> {
  crowds += 1;
  for (let guess = 0; guess < FREE + paid; guess += 1) {
    const from = `127.0.${1 + Math.floor(guess / OF_ONE_NETWORK)}.${crowds}`;
    const first = await guessOnce(baseURL, { email, from, work: null });
    const { work } = errorBody.parse(first.content);
    const last =
      work === undefined ? first : await guessOnce(baseURL, { email, from, work: solve(work) });
    if (last.status !== 401) throw new Error(`A guess got ${last.status}.`);
  }
}

interface Guess {
  readonly email: string;
  /** An address of this machine. */
  readonly from: string;
  readonly work: string | null;
}

function guessOnce(
  baseURL: string,
  { email, from, work }: Guess,
): Promise<{ readonly status: number | undefined; readonly content: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(work === null ? {} : { [WORK_HEADER]: work }),
    };
    const options = { method: 'POST', headers, localAddress: from };
    const sent = request(`${baseURL}/api/auth/login`, options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, content: JSON.parse(String(Buffer.concat(chunks))) });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ email, password: 'Wrong!Guess1' }));
  });
}

function solve({ token, base, modulus, squarings }: WorkPuzzle): string {
  const n = BigInt(`0x${modulus}`);
  let value = BigInt(`0x${base}`);
  for (let done = 0; done < squarings; done += 1) value = (value * value) % n;
  return `${token}.${value.toString(16)}`;
}
