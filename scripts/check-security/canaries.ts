import { randomBytes } from 'node:crypto';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { contracts } from '#wire/index';
import type { ApiClient } from './api-client.ts';
import { type Secret, textSecret } from './secret-finder.ts';

/**
 * Sends its own secrets to every call, in every place where a faulty client might put them: body, broken body,
 * path, query and headers.
 * @returns those secrets
 */
export async function sendCanaries(client: ApiClient): Promise<readonly Secret[]> {
  const token = `kxa_${randomBytes(32).toString('base64url')}`;
  const password = `Canary!7${randomBytes(12).toString('base64url')}`;
  const phrase = generateMnemonic(wordlist);
  const body = { email: 'canary@kax.test', password, newPassword: password, phrase, token };
  const query = `?token=${token}&password=${password}&phrase=${encodeURIComponent(phrase)}`;
  const headers = { 'idempotency-key': token, referer: `http://localhost/${query}` };
  for (const { method, path } of contracts) {
    const filled = path.replaceAll(/\{\w+\}/g, token);
    const sent = method === 'GET' ? {} : { body };
    await client.request(method, filled, { ...sent, token, headers });
    await client.request(method, `${filled}/${token}\r\n${query}`, { ...sent, token: password });
    if (method !== 'GET') {
      await client.request(method, filled, { body: JSON.stringify(body).slice(0, -1), token });
    }
  }
  return [
    textSecret('token', 'canary', token),
    textSecret('password', 'canary', password),
    textSecret('phrase', 'canary', phrase),
  ];
}
