import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FreezeLinks } from '../../ports/freeze-links.ts';
import { deriveKey, lengthPrefixed } from './seal.ts';

export const FREEZE_LINKS_FILE = 'freeze-links-1';

const TOKEN = /^([0-9a-f]{32})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** Tokens with HMAC-SHA-256 over the user and the expiry, in seconds; nothing is stored. */
export function createFreezeLinks(secret: Uint8Array): FreezeLinks {
  const key = deriveKey(secret, 'freeze links');
  const macOf = (user: string, expiry: string) =>
    createHmac('sha256', key)
      .update(lengthPrefixed([user, expiry]))
      .digest();
  return {
    make(userId, expiresAt) {
      const user = userId.replaceAll('-', '');
      const expiry = Math.floor(expiresAt.getTime() / 1_000).toString(36);
      return `${user}.${expiry}.${macOf(user, expiry).toString('base64url')}`;
    },
    read(token, now) {
      const [, user, expiry, mac] = TOKEN.exec(token) ?? [];
      if (user === undefined || expiry === undefined || mac === undefined) return null;
      const given = Buffer.from(mac, 'base64url');
      if (given.length !== 32 || !timingSafeEqual(given, macOf(user, expiry))) return null;
      if (Number.parseInt(expiry, 36) * 1_000 <= now.getTime()) return null;
      return user.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
