import * as z from 'zod/mini';
import { CUSTODIES } from '#domain/custody/custody';

/** The wallet of a user (§3). `railgunAddress` and `privateWalletAddress` are the same 0zk address. */
export const wallet = z.object({
  id: z.string(),
  name: z.string(),
  publicWalletAddress: z.string(),
  privateWalletAddress: z.string(),
  railgunAddress: z.string(),
  /** Who has its keys. */
  custody: z._default(z.enum(CUSTODIES), 'assisted'),
});

const profile = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  avatar: z.string(),
};

/** The signed-in user as the web client stores them (§3). */
export const user = z.object({ ...profile, wallet });

/** A user who registered and has not verified email and phone yet: there is no wallet to show. */
export const unverifiedUser = z.object(profile);

export type User = z.output<typeof user>;
export type UnverifiedUser = z.output<typeof unverifiedUser>;
