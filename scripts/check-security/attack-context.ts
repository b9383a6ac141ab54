import { setTimeout as sleep } from 'node:timers/promises';
import { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { exportKeys } from '#wire/wallet/export-keys';
import type { AccountRow } from '../../apps/api/src/adapters/postgres/accounts/accounts.ts';
import { databaseUrlOf, type Product, startProduct } from '../product/start-product.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { copyDatabase, type DatabaseCopy } from './database-copy.ts';
import { codesTo } from './mailbox.ts';
import { type Newcomer, registerNewcomer } from './newcomer.ts';
import { openRole, type Role } from './role.ts';
import { type ProgramName, type TakenOver, takeOver } from './take-over.ts';

/** Someone who is signed in, with everything that an attacker wants. */
export interface Victim extends Newcomer {
  readonly id: string;
  readonly publicAddress: string;
  readonly privateAddress: string;
  readonly phrase: string;
}

/** A running product with users, for every attack. */
export interface AttackContext {
  readonly product: Product;
  /** They signed in and have a session. */
  readonly victims: readonly [Victim, Victim, Victim];
  /** Made before any attack. Codes of the first victim are pending in it. */
  readonly copy: DatabaseCopy;
  /** Of the first victim, which are in the copy. */
  readonly pendingCodes: readonly [email: string, phone: string];
  /** The owner of the database. */
  readonly owner: Role;
  /** A caller from an address of its own. */
  newClient(): ApiClient;
  /** Registers someone more. */
  newVictim(): Promise<Victim>;
  /** What whoever takes a process over has. */
  takeOver(name: ProgramName): Promise<TakenOver>;
  /** Ends the product and everything that was opened. */
  close(): Promise<void>;
}

const CODES_WITHIN_MS = 20_000;

/** Starts the product and registers its users. */
export async function createAttackContext(): Promise<AttackContext> {
  // Each caller has an address of its own, as behind a proxy.
  const product = await startProduct({ environment: { TRUSTED_PROXIES: '1' } });
  const owner = openRole(await databaseUrlOf(product));
  const taken = new Map<ProgramName, Promise<TakenOver>>();
  const close = async () => {
    for (const each of taken.values()) await (await each).role.close();
    await owner.close();
    await product.remove();
  };
  let clients = 0;
  const newClient = () => {
    clients += 1;
    return createApiClient(product.url, `198.18.${clients}.7`);
  };
  const newVictim = () => registerVictim({ product, owner, client: newClient() });
  try {
    const victims = [await newVictim(), await newVictim(), await newVictim()] as const;
    const pendingCodes = await requestCodes(product, newClient(), victims[0]);
    const copy = await copyDatabase(owner);
    return {
      ...{ product, victims, copy, pendingCodes, owner, newClient, newVictim, close },
      takeOver(name) {
        const known = taken.get(name) ?? takeOver(product, name);
        taken.set(name, known);
        return known;
      },
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Requests codes for a new password. @returns those of the email and the phone, once both have arrived */
export async function requestCodes(
  product: Product,
  client: ApiClient,
  { email, phone, codes: earlier }: Newcomer,
): Promise<readonly [email: string, phone: string]> {
  const { method, path } = sendResetPasswordOtps;
  const sent = await client.request(method, path, { body: { email } });
  if (sent.status !== 200) throw new Error(`${path} returned ${sent.status}.`);
  const deadline = Date.now() + CODES_WITHIN_MS;
  for (;;) {
    const [emailCode = '', phoneCode = ''] = await codesTo(product, email, phone);
    if (emailCode !== earlier[0] && phoneCode !== earlier[1]) return [emailCode, phoneCode];
    if (Date.now() > deadline) throw new Error(`No new codes arrived for ${email}.`);
    await sleep(100);
  }
}

async function registerVictim({
  product,
  owner,
  client,
}: Pick<AttackContext, 'product' | 'owner'> & { readonly client: ApiClient }): Promise<Victim> {
  const newcomer = await registerNewcomer(product);
  const { accessToken: token, password, email } = newcomer;
  const body = { password, what: 'phrase' } as const;
  const { content } = await client.call(exportKeys, { token, body });
  const [account] = await owner.query<
    Pick<AccountRow, 'user_id' | 'public_address' | 'private_address'>
  >(
    `select u.id as user_id, w.public_address, w.private_address
     from users u join wallets w on w.user_id = u.id where u.email = $1`,
    [email],
  );
  if (account === undefined || content.phrase === undefined) {
    throw new Error(`${email} has no account.`);
  }
  return {
    ...newcomer,
    id: account.user_id,
    publicAddress: account.public_address,
    privateAddress: account.private_address,
    phrase: content.phrase,
  };
}
